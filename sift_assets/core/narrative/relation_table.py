"""Types of relations in words: data, a line each.

    type [@ type of the source]   what the source does   what the target does   state or event

A verb comes first, in its base form. `<a member|members>` depends on how many do it, `{a|b}` on how
many they do it with. `=` says it in the same words from either side, `-` that there are no words
from the other side. A state holds now unless a period says otherwise; an event is past.

Here are the types of the shipped domains with their inverses and synonyms, and those that other
domains most often have. Types that are not here follow `unknown_relations`. A table in a module and
not in a file: core opens none.
"""

TABLE = """
# general
EMPLOYED_BY; work for; employ; state
EMPLOYS; employ; work for; state
WORKS_FOR; work for; employ; state
WORKS_AT; work at; employ; state
WORKED_FOR; work for; employ; event
WORKED_AT; work at; employ; event
EMPLOYEE_OF; be <an employee|employees> of; employ; state
MEMBER_OF; be <a member|members> of; have {the member|the members}; state
HAS_MEMBER; have {the member|the members}; be <a member|members> of; state
BELONGS_TO; belong to; -; state
OWNS; own; be owned by; state
OWNED_BY; be owned by; own; state
OWNER_OF; be <an owner|owners> of; be owned by; state
CO_OWNS; own a part of; be owned in part by; state
ACQUIRED; acquire; be acquired by; event
ACQUIRED_BY; be acquired by; acquire; event
PARENT_OF; be <the parent|parents> of; -; state
CONTROLS; control; be controlled by; state
CONTROLLED_BY; be controlled by; control; state
LOCATED_IN; be located in; -; state
LOCATED_IN @ PERSON; be based in; -; state
LOCATED_IN @ LOCATION; lie in; -; state
LOCATED_IN @ EVENT; take place in; -; event
LOCATED_AT; be located at; -; state
LOCATION_OF; be the location of; be located in; state
BASED_IN; be based in; -; state
BASED_AT; be based at; -; state
HEADQUARTERED_IN; have its headquarters in; -; state
HEADQUARTERED_IN @ PERSON; be based in; -; state
HELD_IN; be held in; -; event
PARTICIPATED_IN; take part in; involve; event
PARTICIPATES_IN; take part in; involve; state
PARTICIPANT_IN; be <a participant|participants> in; involve; event
HAS_PARTICIPANT; involve; take part in; event
ATTENDED; attend; be attended by; event
TOOK_PART_IN; take part in; involve; event
ORGANIZED; organize; be organized by; event
HOSTED; host; be hosted by; event
CREATED; create; be created by; event
CREATED_BY; be created by; create; event
FOUNDED; found; be founded by; event
FOUNDED_BY; be founded by; found; event
CO_FOUNDED; co-found; be co-founded by; event
FOUNDER_OF; be <a founder|founders> of; be founded by; event
AUTHORED; write; be written by; event
WROTE; write; be written by; event
AUTHOR_OF; be <an author|authors> of; be written by; state
PUBLISHED; publish; be published by; event
PUBLISHED_BY; be published by; publish; event
MENTIONED_IN; be named in; name; state
MENTIONS; name; be named in; state
NAMED_IN; be named in; name; state
LISTED_IN; be listed in; list; state
CITES; cite; be cited by; state
CITED_IN; be cited in; cite; state
RELATED_TO; be related to; =; state
FAMILY_OF; be <a relative|relatives> of; =; state
RELATIVE_OF; be <a relative|relatives> of; =; state
MARRIED_TO; be married to; =; state
SPOUSE_OF; be married to; =; state
ENGAGED_TO; be engaged to; =; state
DIVORCED_FROM; be divorced from; =; state
SIBLING_OF; be <a sibling|siblings> of; =; state
BROTHER_OF; be <a brother|brothers> of; -; state
SISTER_OF; be <a sister|sisters> of; -; state
CHILD_OF; be <a child|children> of; be <a parent|parents> of; state
SON_OF; be <a son|sons> of; be <a parent|parents> of; state
DAUGHTER_OF; be <a daughter|daughters> of; be <a parent|parents> of; state
FATHER_OF; be the father of; be <a child|children> of; state
MOTHER_OF; be the mother of; be <a child|children> of; state
FRIEND_OF; be <a friend|friends> of; =; state
COLLEAGUE_OF; be <a colleague|colleagues> of; =; state
NEIGHBOR_OF; be <a neighbor|neighbors> of; =; state
PARTNER_OF; be <a partner|partners> of; =; state
PARTNERED_WITH; work together with; =; event
PARTNERS_WITH; work together with; =; state
COLLABORATED_WITH; work together with; =; event
COLLABORATES_WITH; work together with; =; state
COOPERATES_WITH; cooperate with; =; state
COMPETES_WITH; compete with; =; state
COMPETITOR_OF; be <a competitor|competitors> of; =; state
ASSOCIATED_WITH; be connected with; =; state
ASSOCIATE_OF; be <an associate|associates> of; =; state
AFFILIATED_WITH; be affiliated with; =; state
LINKED_TO; be connected with; =; state
CONNECTED_TO; be connected with; =; state
KNOWS; know; be known to; state
MET; meet; =; event
MET_WITH; meet; =; event
MEETS; meet; =; state
# osint
BENEFICIAL_OWNER_OF; be <a beneficial owner|beneficial owners> of; be beneficially owned by; state
BENEFICIALLY_OWNED_BY; be beneficially owned by; be <a beneficial owner|beneficial owners> of; state
ULTIMATE_OWNER_OF; be <an ultimate owner|ultimate owners> of; be ultimately owned by; state
DIRECTOR_OF; be <a director|directors> of; have {the director|the directors}; state
HAS_DIRECTOR; have {the director|the directors}; be <a director|directors> of; state
OFFICER_OF; be <an officer|officers> of; have {the officer|the officers}; state
EXECUTIVE_OF; be <an executive|executives> of; have {the executive|the executives}; state
CHAIRMAN_OF; chair; be chaired by; state
CHAIRS; chair; be chaired by; state
CEO_OF; be the CEO of; have {the CEO|the CEOs}; state
CFO_OF; be the CFO of; have {the CFO|the CFOs}; state
PRESIDENT_OF; be <a president|presidents> of; have {the president|the presidents}; state
HEAD_OF; head; be headed by; state
HEADS; head; be headed by; state
LEADS; lead; be led by; state
LED_BY; be led by; lead; state
LEADER_OF; lead; be led by; state
MANAGES; manage; be managed by; state
MANAGED_BY; be managed by; manage; state
MANAGER_OF; manage; be managed by; state
RUNS; run; be run by; state
APPOINTED; appoint; be appointed by; event
APPOINTED_BY; be appointed by; appoint; event
HIRED; hire; be hired by; event
HIRED_BY; be hired by; hire; event
JOINED; join; be joined by; event
RESIGNED_FROM; resign from; -; event
LEFT; leave; be left by; event
REPORTS_TO; report to; -; state
SUPERVISES; supervise; be supervised by; state
ADVISES; advise; be advised by; state
ADVISED_BY; be advised by; advise; state
ADVISOR_TO; advise; be advised by; state
REPRESENTS; represent; be represented by; state
REPRESENTED_BY; be represented by; represent; state
LAWYER_OF; be <a lawyer|lawyers> of; have {the lawyer|the lawyers}; state
CLIENT_OF; be <a client|clients> of; have {the client|the clients}; state
CUSTOMER_OF; be <a customer|customers> of; have {the customer|the customers}; state
SUPPLIER_OF; be <a supplier|suppliers> of; have {the supplier|the suppliers}; state
SUPPLIES; supply; be supplied by; state
SHAREHOLDER_OF; hold shares of; have {the shareholder|the shareholders}; state
HAS_SHAREHOLDER; have {the shareholder|the shareholders}; hold shares of; state
HOLDS_STAKE_IN; hold a stake in; -; state
INVESTED_IN; invest in; receive an investment from; event
INVESTS_IN; invest in; -; state
INVESTOR_IN; be <an investor|investors> in; have {the investor|the investors}; state
FUNDED; fund; be funded by; event
FUNDED_BY; be funded by; fund; state
FUNDS; fund; be funded by; state
FINANCES; finance; be financed by; state
SPONSORED; sponsor; be sponsored by; event
SPONSORS; sponsor; be sponsored by; state
SPONSOR_OF; sponsor; be sponsored by; state
SUBSIDIARY_OF; be <a subsidiary|subsidiaries> of; have {the subsidiary|the subsidiaries}; state
HAS_SUBSIDIARY; have {the subsidiary|the subsidiaries}; be <a subsidiary|subsidiaries> of; state
DIVISION_OF; be <a division|divisions> of; have {the division|the divisions}; state
AFFILIATE_OF; be <an affiliate|affiliates> of; -; state
REGISTERED_IN; be registered in; -; state
REGISTERED_AT; be registered at; -; state
INCORPORATED_IN; be incorporated in; -; state
DOMICILED_IN; be domiciled in; -; state
JURISDICTION_OF; be the jurisdiction of; be registered in; state
SIGNATORY_OF; be <a signatory|signatories> of; have {the signatory|the signatories}; state
SIGNED; sign; be signed by; event
SIGNED_BY; be signed by; sign; event
HOLDS_ACCOUNT; hold; be held by; state
ACCOUNT_OF; be <an account|accounts> of; hold; state
HELD_AT; be held at; keep; state
HELD_BY; be held by; hold; state
KEEPS_ACCOUNT; keep; be held at; state
TRANSACTED_WITH; transfer money or goods to; receive money or goods from; event
RECEIVED_FROM; receive money or goods from; transfer money or goods to; event
PAID; pay; be paid by; event
PAID_BY; be paid by; pay; event
TRANSFERRED_TO; transfer money or goods to; receive money or goods from; event
LENT_TO; lend money to; borrow money from; event
BORROWED_FROM; borrow money from; lend money to; event
DONATED_TO; donate to; receive a donation from; event
SOLD_TO; sell to; buy from; event
BOUGHT_FROM; buy from; sell to; event
PARTY_TO; be <a party|parties> to; have {the party|the parties}; state
INVOLVED_IN; be involved in; involve; state
DEFENDANT_IN; be <a defendant|defendants> in; have {the defendant|the defendants}; event
PLAINTIFF_IN; be <a plaintiff|plaintiffs> in; have {the plaintiff|the plaintiffs}; event
TARGET_OF; be <a target|targets> of; be aimed at; state
OCCURRED_IN; take place in; be the scene of; event
OCCURRED_AT; take place at; be the scene of; event
OCCURRED_ON; take place on; be the date of; event
SCENE_OF; be the scene of; take place in; event
HAPPENED_IN; happen in; be the scene of; event
TOOK_PLACE_IN; take place in; be the scene of; event
RESIDES_IN; live in; be the residence of; state
LIVES_IN; live in; be the residence of; state
LIVED_IN; live in; be the residence of; event
BORN_IN; be born in; be the birthplace of; event
DIED_IN; die in; -; event
CITIZEN_OF; be <a citizen|citizens> of; -; state
TRAVELED_TO; travel to; be visited by; event
VISITED; visit; be visited by; event
STUDIED_AT; study at; -; event
EDUCATED_AT; be educated at; -; event
GRADUATED_FROM; graduate from; -; event
ALUMNUS_OF; be <a graduate|graduates> of; -; state
TEACHES_AT; teach at; -; state
INTERVIEWED; interview; be interviewed by; event
INVESTIGATED; investigate; be investigated by; event
ACCUSED; accuse; be accused by; event
ACCUSED_OF; be accused of; -; event
CHARGED_WITH; be charged with; -; event
CONVICTED_OF; be convicted of; -; event
PLEADED_GUILTY_TO; plead guilty to; -; event
SENTENCED_TO; be sentenced to; -; event
ARRESTED; arrest; be arrested by; event
ARRESTED_BY; be arrested by; arrest; event
ARRESTED_IN; be arrested in; -; event
SUED; sue; be sued by; event
SUED_BY; be sued by; sue; event
SUES; sue; be sued by; state
TESTIFIED_AGAINST; testify against; -; event
TESTIFIED_IN; testify in; -; event
PROSECUTED; prosecute; be prosecuted by; event
REGULATES; regulate; be regulated by; state
REGULATED_BY; be regulated by; regulate; state
SANCTIONED_BY; be sanctioned by; impose sanctions on; event
# academic
SUPPORTS; support; be supported by; state
SUPPORTED_BY; be supported by; support; state
CONFIRMS; confirm; be confirmed by; state
CONTRADICTS; contradict; be contradicted by; state
CONTRADICTED_BY; be contradicted by; contradict; state
EXTENDS; extend; be extended by; state
EXTENDED_BY; be extended by; extend; state
BUILDS_ON; build on; -; state
IMPLEMENTS; implement; be implemented by; state
IMPLEMENTED_BY; be implemented by; implement; state
BASED_ON; be based on; be the basis of; state
USES_METHOD; use; be used by; state
METHOD_OF; be used by; use; state
USES; use; be used by; state
USED_BY; be used by; use; state
USED_IN; be used in; use; state
USED_FOR; be used for; -; state
TRAINED_ON; be trained on; be used to train; state
EVALUATED_ON; be evaluated on; be used to evaluate; state
INVESTIGATES; investigate; be investigated by; state
INVESTIGATED_BY; be investigated by; investigate; state
STUDIES; study; be studied by; state
EXAMINES; examine; be examined by; state
EXPLAINS; explain; be explained by; state
EXPLAINED_BY; be explained by; explain; state
PREDICTS; predict; be predicted by; state
PROPOSED_BY; be proposed by; propose; event
PROPOSES; propose; be proposed by; state
PROPOSED; propose; be proposed by; event
INTRODUCED_BY; be introduced by; introduce; event
DEVELOPED; develop; be developed by; event
DEVELOPED_BY; be developed by; develop; event
DEVELOPS; develop; be developed by; state
INVENTED; invent; be invented by; event
AUTHORED_BY; be written by; write; event
WRITTEN_BY; be written by; write; event
APPLIED_TO; be applied to; be a field of application of; state
HAS_APPLICATION; be a field of application of; be applied to; state
FIELD_OF; be the field of; belong to; state
PART_OF; be <a part|parts> of; include; state
HAS_PART; include; be <a part|parts> of; state
CONTAINS; contain; be contained in; state
INCLUDES; include; be included in; state
CORRELATES_WITH; correlate with; =; state
INFLUENCED; influence; be influenced by; event
INFLUENCES; influence; be influenced by; state
INFLUENCED_BY; be influenced by; influence; state
CAUSED; cause; be caused by; event
CAUSES; cause; be caused by; state
CAUSED_BY; be caused by; cause; event
LED_TO; lead to; follow from; event
RESULTED_IN; result in; result from; event
AFFECTS; affect; be affected by; state
DEPENDS_ON; depend on; -; state
REQUIRES; require; be required by; state
PRODUCES; produce; be produced by; state
PRODUCED_BY; be produced by; produce; state
MANUFACTURES; manufacture; be manufactured by; state
SELLS; sell; be sold by; state
PROVIDES; provide; be provided by; state
OPERATES; operate; be operated by; state
OPERATES_IN; operate in; -; state
OPERATED_BY; be operated by; operate; state
TREATS; treat; be treated with; state
INHIBITS; inhibit; be inhibited by; state
REPLACED; replace; be replaced by; event
REPLACED_BY; be replaced by; replace; event
SUCCEEDED; succeed; be succeeded by; event
SUCCEEDED_BY; be succeeded by; succeed; event
PRECEDED; precede; be preceded by; event
MERGED_WITH; merge with; =; event
RENAMED_TO; be renamed to; -; event
OPPOSES; oppose; be opposed by; state
CRITICIZED; criticize; be criticized by; event
AWARDED_TO; be awarded to; receive; event
RECEIVED; receive; be received by; event
WON; win; be won by; event
CAPITAL_OF; be the capital of; have {the capital|the capitals}; state
NAMED_AFTER; be named after; be the origin of the name of; state
INSTANCE_OF; be <an instance|instances> of; -; state
IS_A; be a kind of; -; state
TYPE_OF; be <a type|types> of; -; state
"""
