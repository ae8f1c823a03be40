"""Words that say what kind of name a name is, and not which thing it names.

What belongs here: closed lists, each with the reason it is closed. Words that the local extractor
knows as well are taken from there.
"""

from sift_assets.core.extraction.local.names import (
    FEMALE_TITLES,
    LEGAL_SUFFIXES,
    MALE_TITLES,
    TITLES,
)
from sift_assets.core.extraction.local.wordlists import listed

PERSON_WORDS = listed(
    "person people researcher author scientist character politician actor artist suspect victim "
    "witness official"
)
"""A type that has one of these words in it names people."""

PLACE_WORDS = listed("location place city country region address state province gpe geography")
"""A type that has one of these words in it names places. Neighbouring places have look-alike
names (Niger, Nigeria), so they are one only by the same letters or a stated other name."""

PERSON_TITLES = TITLES | listed(
    "detective sheriff inspector agent officer admiral commander corporal private major chief "
    "hon honorable honourable sen rep gov gen col capt lt sgt st saint rabbi imam sheikh count "
    "countess duke duchess baron baroness brother mother uncle aunt cardinal archbishop pastor "
    "deacon prosecutor congresswoman ceo cfo cto coo mstr master herr frau fraulein monsieur "
    "madame mademoiselle signor signora don dona"
)
"""Words before a person's name that are no part of it."""

MEN = MALE_TITLES | listed(
    "brother uncle monsieur herr signor don duke baron count congressman mstr"
)
WOMEN = FEMALE_TITLES | listed(
    "sister mother aunt madame mademoiselle frau fraulein signora dona duchess baroness countess "
    "congresswoman"
)
"""With `MEN`: titles by which two people of one surname are known to be two."""

OF_THE_HUSBAND = frozenset({"mrs", "madame", "frau", "signora"})
"""Mrs. John Smith is not John Smith."""

NOT_STRIPPED_UNASKED = listed(
    "father mother brother sister uncle aunt king queen prince princess captain master saint st "
    "count countess duke duchess lord lady baron baroness major private don"
)
"""Titles that often belong to the name itself: Lady Gaga, Captain America, Sister Brown."""

GENERATIONS = {
    **dict.fromkeys(("jr", "jnr", "junior"), "jr"),
    **dict.fromkeys(("sr", "snr", "senior"), "sr"),
    **{numeral: numeral for numeral in ("ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi")},
}
"""Words behind a name that tell father from son. I, V and X are initials more often."""

LEGAL_FORMS = LEGAL_SUFFIXES - {"holdings"}
"""Words behind a company's name that say its legal form. Two of different forms are two."""

SAME_LEGAL_FORM = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "limited": "ltd", "pty": "ltd",
}  # fmt: skip
"""Longer spellings of a legal form."""

WEAK_WORDS = listed(
    "group holdings holding company companies the and of for de la us usa official platform"
)
"""Words that are often left out of a name without meaning another thing."""

REGIONS = listed(
    "us usa uk eu emea apac america americas europe asia africa india china japan korea canada "
    "australia germany france italy spain brazil mexico singapore switzerland ireland turkey "
    "international global worldwide north south east west northern southern eastern western central"
)
"""A word at the end by which a subsidiary differs from its parent: FTX US is not FTX."""

SMALL_WORDS = listed("the a an and of for in on at by to de la le les der die das und et y e & del")
"""Words that acronyms mostly leave out."""

SEVERAL_PEOPLE = listed(
    "twins brothers sisters siblings family families parents couple children sons daughters and"
)
"""Words in a name of several people, of whom none is all of them."""

PLURAL_ONLY = listed(
    "arms customs goods means news physics mathematics economics politics ethics glasses works "
    "series species spirits securities papers damages proceeds premises headquarters funds "
    "returns savings earnings commons united states resources sources services"
)
"""Plurals that mean something else than their singular."""

FEMININE_ENDINGS = listed("a e na ne ta ina ine ette elle le ia ie ra")
"""What turns a man's given name into a woman's: Jan and Jana, Joseph and Josephine."""

OPPOSITES = tuple(
    frozenset(pair.split("/"))
    for pair in listed(
        "/un /in /im /il /ir /dis /non /anti /a in/de macro/micro inter/intra hyper/hypo pre/post "
        "over/under up/down endo/exo homo/hetero mono/poly pro/anti sub/super"
    )
)
"""Beginnings by which two words are opposites, however alike they look; an empty one is none."""

NICKNAMES = tuple(
    listed(group)
    for group in (
        "robert rob bob bobby robbie bert",
        "william will bill billy willie liam",
        "richard rick dick rich ricky",
        "samuel sam sammy",
        "samantha sam",
        "james jim jimmy jamie",
        "john jack johnny jon",
        "jonathan jon jonny nathan",
        "joseph joe joey",
        "michael mike mick mickey mikey",
        "thomas tom tommy",
        "edward ed eddie ted ned",
        "theodore ted teddy theo",
        "charles charlie chuck chas",
        "daniel dan danny",
        "david dave davey",
        "matthew matt",
        "nicholas nick nicky",
        "anthony tony",
        "andrew andy drew",
        "alexander alex sasha sandy lex",
        "alexandra alex sasha sandra",
        "benjamin ben benny",
        "christopher chris kit topher",
        "christine chris tina",
        "christina chris tina",
        "patrick pat paddy",
        "patricia pat patty trish tricia",
        "peter pete",
        "philip phil pip phillip",
        "steven steve stephen",
        "timothy tim timmy",
        "gregory greg",
        "gerald gerry jerry",
        "jeffrey jeff geoff geoffrey",
        "kenneth ken kenny",
        "lawrence larry laurence",
        "leonard leo len lenny",
        "frederick fred freddie rick",
        "francis frank",
        "henry harry hank",
        "harold harry hal",
        "ronald ron ronnie",
        "donald don donny",
        "raymond ray",
        "walter walt wally",
        "elizabeth liz beth betty eliza lizzie betsy libby",
        "katherine kate kathy katie catherine cathy kathryn kitty",
        "margaret maggie meg peggy margie",
        "jennifer jen jenny",
        "rebecca becky becca",
        "deborah debbie deb",
        "susan sue susie suzanne",
        "barbara barb babs",
        "victoria vicky tori",
        "nancy nan ann",
        "abigail abby gail",
        "caroline carol carrie",
        "jacqueline jackie",
        "judith judy",
        "pamela pam",
        "sandra sandy",
        "virginia ginny",
        "dorothy dot dolly",
        "eugene gene",
        "zachary zach zack",
        "vincent vince vinny",
        "mohammed muhammad mohammad mohamed muhammed",
        "yevgeny evgeny eugene evgeniy yevgeniy",
        "sergey sergei serge",
        "dmitry dmitri dima dimitri",
        "mikhail misha michail",
        "nikolai kolya nikolay",
        "alexei alexey aleksei aleksey alyosha",
    )
)
"""Given names that people use for one another; a name may stand in several groups."""
