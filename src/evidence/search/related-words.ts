import { stemWord } from '#src/text/stemmer.ts'

/*
 * Words that people use for the same matter when they ask about an artist's life and work, a matter between two bars.
 * It is no dictionary: a matter holds what an interview says where an editor says something else. A word that has many
 * unrelated senses is better left out, and so is one of every interview.
 */
const synonymGroups = `
child kid boy girl youngster infant little childhood youth|young youth early age teenager adolescent teen
old elderly age senior middle|born birth birthplace native hometown|mother mum mom parent father dad
brother sister sibling|family relative cousin uncle aunt parent household
husband wife spouse married marriage wedding couple|son daughter child|grandmother grandfather grandparent
friend companion friendship comrade|die death dead deceased passed bereavement loss funeral late
ill sick disease health hospital|injury hurt pain injured lame strain wound|healthy health robust fit strong
home house apartment flat residence live abode dwelling|room chamber studio salon parlor hall
furniture furnishing decor ornament tapestry|garden park tree flower|picture painting portrait canvas drawing
photograph photo picture|book read volume literature library novel|letter write correspondence note
pet animal dog cat puppy kitten|dog terrier puppy hound|food eat meal dinner lunch breakfast supper
drink tea coffee wine|money pay cost price expense dollar cheap fee|poor poverty broke penniless
rich wealthy fortune wealth|cheap inexpensive affordable low|expensive costly dear
job work occupation profession career trade|rent housing lodging lease
school college university conservatory academy class|graduate degree diploma|travel tour journey trip voyage road
abroad overseas foreign country|hotel lodging inn|city town place village|move relocate settle leave emigrate
language speak english french german italian translate tongue|religion church god faith spiritual prayer
politics government war|holiday vacation rest|sleep night dream|morning afternoon evening night midnight
day daily everyday|year annual|summer winter spring autumn season|weather rain sun snow|sea ocean river water boat
car automobile drive vehicle|train railway|clothes dress hat|hair face eye appearance look|hand finger thumb wrist palm
arm shoulder elbow|muscle strength force power|body physique physical bodily
sport athlete baseball football game exercise|gymnastic exercise fitness workout|name call title nickname|age old year
story anecdote tale incident|memory remember recall recollect reminiscence|forget lost slip blank lapse
first beginning start debut initial earliest|last final end latest|hero idol influence admire inspiration model
rival competitor|fan admirer follower public|famous fame celebrated known renowned popular reputation|unknown obscure
success triumph hit|failure fail flop disaster|award prize medal honor|dream ambition wish aim goal hope longing aspire
plan intend future next coming|decide decision choose choice|change alter vary modify different shift
song tune melody air|compose composition write create|composition piece work opus|opera stage theatre libretto
instrument piano keyboard|piano keyboard pianist pianoforte grand upright|guitar string|violin violinist fiddle
cello cellist|organ organist|drum drummer percussion|flute flutist|harpsichord spinet|voice vocal sing singer
singer vocalist soprano tenor voice|choir chorus|band group ensemble|orchestra symphony orchestral conductor
conduct conductor baton|concert recital performance show gig appearance|perform play render
performer player artist musician executant|stage platform footlights podium
audience listener public crowd hearer spectator house|applause applaud ovation cheer clap|encore repeat
tour travel concertize trip|practise exercise train drill rehearse study routine|technique technic mechanical skill
skill facility ability technique dexterity agility talent proficiency|talent gift aptitude ability natural born genius
prodigy wonder child infant genius|inborn born natural innate inherent native|virtuoso master brilliant
lesson class instruction tuition teach|teacher instructor professor master tutor mentor coach
teach instruct educate train|student pupil learner disciple|beginner novice elementary beginning|advanced proficient
method system approach school way|rule principle law|study learn work|learn master acquire
memorize heart memory remember|sight reading score sheet|score sheet notes page printed|note notation
chord harmony harmonic|scale arpeggio|rhythm beat time pulse tempo|tempo speed velocity fast slow quick
fast quick rapid speed velocity swift|slow slowly leisurely|loud forte noise power volume
soft quiet piano gentle delicate|tone sound color timbre|sound hear noise|color hue shade tint red blue
touch press pressure key|pedal damper foot|press pressure push|strike hit pound bang thump|loose relax free supple limp
relax ease loosen free|stiff rigid tense tension strained cramped|tension strain stiffness tightness
posture position sit seat|sit seat chair bench|tired fatigue exhausted weary|energy vigor force vitality
feeling emotion mood passion sentiment|sad sorrow grief pathos melancholy weep|joy happy glad delight|cry weep tear sob
love affection adore fond|afraid fear nervous anxious fright scared anxiety|shy shyness timid bashful
angry anger rage rouse|calm quiet peace repose|proud pride|interpret conception reading meaning
meaning sense significance message|express convey|beautiful lovely exquisite fine|ugly harsh unpleasant disagreeable
variety varied diverse contrast|monotonous monotony dull boring even|same identical alike|improvise spontaneous invent
record album disc release|studio workroom|label contract manager|radio broadcast television
publish publication press print|review critic journalist|newspaper press magazine paper|interview conversation talk chat
article booklet essay writing|lecture speech|program repertoire repertory list|repertoire piece program
new novelty modern recent contemporary unfamiliar|modern contemporary new today|old ancient classic antique former
folk traditional|jazz ragtime|nation country|sonata concerto symphony|waltz dance mazurka|dance ballet
prelude fugue invention|etude study exercise|theme motif motive|phrase passage bar measure|climax ending cadence
accent emphasis stress|mind brain mental intellect psychology think|think reflect ponder|concentrate attention focus
listen hear ear attentive|understand comprehend grasp insight|explain describe illustrate clarify demonstrate
believe opinion think view belief|opinion view judgment|advice advise recommend counsel suggest
suggest recommend propose|intelligent clever bright|stupid dull fool ignorant
fool deceive bluff cheat trick fake pretend|true truth honest honesty sincere|honest frank sincere honesty
character personality nature temperament individuality|copy imitate replica duplicate|original unique
patient patience painstaking|impatient hurry haste hasty rush|hurry rush haste quick|lazy indolent idle easy
careful painstaking thorough|careless neglect inattention|neglect ignore avoid overlook abandon|avoid escape evade shun
kind goodness generous|generous generosity|strict severe conservative stern|sarcastic irony humor
funny humor laugh joke comic amusing|laugh smile humor|strange odd unusual curious|unusual rare exceptional remarkable
remarkable wonderful marvelous extraordinary astonishing|important essential vital necessary significant
necessary need require must|difficult hard difficulty trouble problem|problem difficulty obstacle trouble challenge
easy simple ease simplicity|improve better progress develop|progress advance develop|mistake error fault wrong
correct right proper|bad poor wrong evil worst harmful|worst poorest weakest|good excellent fine|perfect flawless ideal
quality grade|waste useless loss|useless vain worthless|useful helpful valuable|harm hurt damage injure ruin destroy
destroy ruin wreck break|break smash damage|build construct develop|repair fix mend maintain
maintain keep preserve repair upkeep|save conserve preserve|begin start commence|stop quit cease abandon|quit leave stop
finish complete end|continue remain keep|return back again|leave depart|arrive reach come|meet encounter acquaintance
visit call guest|invite welcome|help aid assist support|assistant helper|cause reason source|reason why cause
result effect outcome consequence|effect result impression|purpose aim intention|try attempt endeavor effort
effort exertion strive|work labor toil|often frequent|always constantly continually|never no|sometimes occasionally
rare seldom|few scarce lack dearth shortage|lack want dearth absence|many numerous hundreds|big large great huge
small little tiny|long lengthy|short brief|high raised lifted elevated|low lowered|far distant|near close
east eastern oriental|secret hidden|discover find|search seek|show reveal exhibit display|reveal betray disclose show
hide conceal|give offer|receive get accept|refuse reject decline repudiate|accept approve|like prefer enjoy fond
prefer favorite choice|favorite beloved|dislike hate detest|praise admire applaud compliment|criticize disapprove blame
agree consent|disagree differ diversity|allow permit let|forbid prohibit refuse|free freedom liberty
collaborate together joint cooperation|alone solitary single|doctor physician medicine cure remedy|cure remedy heal
machine mechanical engine|mechanism action construction machine|tool instrument|compare comparison like
actor actress acting theatre|poet poetry poem|writer author novelist|philosopher philosophy|history historical past
past former previous|future coming prospect|tradition custom habit|habit custom accustomed|america american states
england english britain british london|france french paris|germany german berlin munich|italy italian|russia russian
poland polish|spain spanish|austria viennese vienna
drop slip tumble stumble|grasp grip clutch seize hold|lift raise elevate|throw toss fling|carry transport bear|pull drag tug
climb ascend rise mount|walk stroll stride pace march|rotate revolve spin twist roll|bend bow stoop curve arch|jump leap spring skip
shake tremble quiver throb|stretch extend outstretched spread|bind tie fasten attach|join connect link unite combine|divide split separate
shut close closed|lid cover|empty bare vacant|wet damp moist|burn fire flame|shine gleam glitter sparkle glow shimmer|dark gloom shadow shade
bright brilliant radiant luminous|surprise astonish amaze startle shock|doubt uncertain hesitate|sure certain confident convinced
trust rely confidence|brave courage bold daring fearless|pleasure enjoy delight satisfy gratify|eager keen enthusiastic zeal enthusiasm
regret sorry repent|shame ashamed embarrass|confess admit acknowledge|envy jealous|lonely alone isolated solitude secluded seclusion
homesick nostalgia yearn|thank grateful gratitude appreciate|respect esteem revere honor|charm attract fascinate captivate enchant spell
tempt lure seduce|imagine fancy imagination fantasy|wise sage wisdom|mystery riddle puzzle enigma|notice observe perceive
stare gaze glance|judge assess evaluate verdict judgment|guess suppose assume|prove demonstrate evidence proof|promise pledge vow
warn caution|danger peril risk hazard|safe secure protect guard|fight battle struggle|win victory conquer defeat triumph|obey comply
command order direct|demand insist require claim|ask request beg inquire|answer reply respond|shout yell scream roar|whisper murmur
argue dispute quarrel debate controversy|scold rebuke blame reproach censure reprimand|tease mock ridicule jest sneer|insult offend affront
encourage urge inspire motivate uplift incentive|discourage deter|king queen monarch prince royal ruler|servant maid housekeeper butler
inhabitant resident citizen native population|crowd mass throng multitude|party company group|leader chief head founder pioneer
expert specialist authority|scholar learned erudite academic|giant huge enormous immense vast|lady woman female|man male gentleman fellow
chair armchair seat stool|couch sofa divan settee|table desk|door gate entrance doorway|stairs staircase stairway|lamp candle chandelier
curtain drapery hanging|rug carpet|engine locomotive|ship steamer voyage|road street avenue lane path|hill mountain|forest wood grove
flower blossom bloom rose|horse pony|lion tiger beast zoo|stone rock marble|metal iron steel silver gold|clay mud earth soil
jewel gem treasure|palace castle mansion manor villa|cottage hut cabin barn|church chapel temple sanctuary|shop store|prison shackle chain cage
tobacco cigar cigarette pipe smoke|buy purchase|rent lease hire|earn income wage salary profit|ticket admission|business commerce commercial
busy occupied engaged|appointment meeting engagement|clean neat tidy|dirty dusty squalid filthy shabby|noisy din loud|silent hush silence quiet
deep profound depth|shallow superficial|thick dense|thin slender slight|wide broad|narrow limited restricted|sharp pointed|smooth even regular
rough coarse crude|hard firm solid|hot warm heat warmth|cold cool icy|weak feeble frail weakness|complete whole entire total|part portion section fraction
enough sufficient adequate ample|unnecessary superfluous extra excess needless|increase grow add augment|reduce decrease lessen diminish
double twice pair|sole single only|opposite contrary reverse|mix blend combine merge mixture|choose select pick|arrange organize systematic
measure count calculate|weight heavy burden load|tall height|wait delay postpone|sudden abrupt unexpected unawares|gradual step
ordinary usual common normal average commonplace|special particular peculiar|typical characteristic|real actual genuine|artificial unnatural sham
plain simple|ornate elaborate decorated adorn|luxury luxurious sumptuous|modest humble|polite courteous courtesy|rude brusque brusk blunt gruff
cruel harsh severe|stubborn obstinate headstrong|equip supply provide furnish|use employ apply utilize|own possess belong|gather collect assemble
grow develop mature|appear emerge arise|vanish disappear|happen occur event incident|prepare ready preparation|succeed achieve accomplish attain
prevent hinder impede obstruct handicap|interrupt disturb interfere|force compel oblige|guide lead|follow pursue|catch capture|example instance sample
detail minute particular|figure shape form|pattern design|outside exterior external surface|inside interior inner internal|center middle core
edge border tip|corner nook|top summit peak|bottom base foundation|front ahead|behind rear|body bodily flesh|duty obligation owe
goal object purpose|spot place point location|audible hear|soloist solo|fiddle fiddler violinist|pianist player|hue tint color
opportunity chance|advantage benefit profit gain|disadvantage drawback detriment harm|value worth merit|obtain acquire secure gain|manner style fashion mode
foundation groundwork basis|analysis analyze examine dissect|adjust adapt|precise exact accurate accuracy|soul spirit heart|magnificent splendid grand superb
complex complicated intricate|trend tendency direction|hint suggestion clue|refined cultured polished|competent capable able qualified|incompetent incapable unable
quaint picturesque|visual eye sight|motionless still immobile|appropriate suitable|medicine drug remedy dose|predict forecast foresee|reasonable sensible
hobby pastime|biography life|retire withdraw|vanity conceit|precious priceless valuable|flexible elastic supple|feat exploit|friendly amiable kind
proverb maxim saying motto|advertise publicity|ancestor forefather|harvest reap sow|driver chauffeur|private privacy|familiar known
`

let related: Map<string, Set<string>> | undefined

const none: ReadonlySet<string> = new Set()

/** The stems that a stem is related to. Built at the first query: thousands of words would delay the start. */
export function findRelatedStems(stem: string): ReadonlySet<string> {
  related ??= parseGroups()
  return related.get(stem) ?? none
}

function parseGroups(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const group of synonymGroups.trim().split(/[|\n]/)) {
    const stems = new Set(group.split(' ').map(stemWord))
    for (const stem of stems) found.set(stem, (found.get(stem) ?? new Set()).union(stems))
  }
  for (const [stem, others] of found) others.delete(stem)
  return found
}
