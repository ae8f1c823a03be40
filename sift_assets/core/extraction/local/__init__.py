"""The local extractor `local/en`: spaCy's small English model and rules over its parses.

What it does, in order: split the text into blocks that are never glued into one sentence
(`blocks`), parse them (`syntax`), take names from the model, gazetteers and patterns (`names`,
`spotting`), gather the names of one entity (`clusters`), resolve pronouns modestly
(`coreference`), and for each pair of entities in a sentence read the dependency path between
them (`paths`, `readings`, `surface`), with what is said about its truth (`modality`) and its
time (`dates`). `schema` maps what was read to the relation types of the domain. No network, no
file, no clock, and no randomness: the same text and domain give the same bytes.

Each relation carries the tier that found it. The confidence of a tier is the precision to expect
of it, rounded down, as read by hand on encyclopaedia prose and checked on Re-DocRED; it is not the
probability of a single fact:

    tier        example                                           confidence
    role        "FTX CEO X", "X, director of Y"                         .80
    city_state  "Lenox, Massachusetts"                                  .75
    family      "her son X", "X is the sister of Y"                     .70
    place       "Y in Z", for an organization or place in a place       .65
    membership  "X of Y", for a person and an organization              .65
    verb        a verb of the lexicon or of a domain's cue              .60
    modal       planned, alleged or possible: a link, never a fact      .50
    svo         subject, any other verb, object                         .50
    salient     a short path from whom the document is about            .50
    short_path  any other short path                      .35, not published

A statement about a pronoun's antecedent is worth `REFERENCE_DISCOUNT` of its tier, since wrong
antecedents cause most absurd relations. So what a weak tier says of a pronoun lies at .45: above
`PUBLISH_FLOOR`, below the review threshold of the local model, and waits for a person (13 % of the
relations of the FTX example). Negated statements are quarantined, never published.

What it cannot do: events and abstract concepts that have no name, other languages than English,
relations across sentences but for pronouns, first persons ("our office").
"""
