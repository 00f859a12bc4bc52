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
new novelty modern recent contemporary unfamiliar|contemporary new today|old ancient classic antique former
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
east eastern oriental|discover find|search seek|show reveal exhibit display|reveal betray disclose show|hide conceal
give offer|receive get accept|refuse reject decline repudiate|accept approve|like prefer enjoy fond
prefer favorite choice|favorite beloved|dislike hate detest|praise admire applaud compliment|criticize disapprove blame
agree consent|disagree differ diversity|allow permit let|forbid prohibit refuse|free freedom liberty
collaborate together joint cooperation|alone solitary single|doctor physician medicine cure remedy|cure remedy heal
machine mechanical engine|mechanism action construction machine|tool instrument|compare comparison like
actor actress acting theatre|poet poetry poem|writer author novelist|philosopher philosophy|history historical past
past former previous|future coming prospect|tradition custom habit|habit custom accustomed|america american states
england english britain british london|france french paris|germany german berlin munich|italy italian|russia russian
poland polish|spain spanish|austria viennese vienna|promise expectation|surprise astonish unexpected
experience lived undergone|responsible duty|seriously earnest|grown develop growth
appointment audience meeting engagement|busy occupied|skilled trained|outside abroad|inside within|light bright sunlight
dark night shade|fresh new|quit resign retire|retire farewell|begin origin root|wait patience delay
depart departure farewell|ask request beg|answer reply respond response
argue argument quarrel dispute debate controversy|quarrel fight conflict dispute|joke wit humor amuse
shout yell scream cry|whisper murmur soft|silence silent hush quiet still|noisy noise bustle loud
secret private privacy seclusion|lonely alone solitude isolated|crowd throng packed full|sold ticket|seat row
smoke cigar cigarette pipe tobacco|couch sofa divan armchair|carpet rug curtain drapery|lamp candle chandelier light
window door entrance|building architecture palace mansion|castle palace mansion|street road avenue lane
neighborhood quarter district|view overlook scenery landscape|mountain hill valley
countryside country rural village farm|urban city downtown|forest wood tree|bird nightingale lark|lion tiger bear beast
horse ride|cook kitchen|hungry starve hunger|thirst drink|bread cheese|clothing dress costume wear|beard moustache hair
blonde brunette brown gray|tall short height stature|thin slim slender petite small
beautiful handsome pretty charming attractive|ugly plain|smile grin|eye gaze look|ear hearing deaf|blind sight vision
vision sight view see|touch feel caress stroke|caress stroke pat pet|smell scent|taste flavor|hot warm heat
cold cool chill|wet damp|clean neat tidy|dirty squalid dusty|accident crash|escape flee|steal theft thief
crime police prison|law legal court|army soldier military officer war|king queen prince royal court
president minister government|rich luxury costly|gift present souvenir|buy purchase|sell sale|borrow lend loan debt
earn income salary wage|save thrift|waste squander|charity benefit donate|sponsor patron patronage support
manager agent impresario|hire employ engage|employee staff assistant|boss chief head director|leader lead head
audition test trial examine|examination exam test|compete competition contest prize|win victory|defeat beaten lose
record achievement|failure disappointment|disappoint discourage|encourage support urge|confidence assurance
doubt uncertain unsure hesitate|sure certain certainty|courage brave bold daring|coward fear|risk danger peril
danger harm risk|safe safety secure|hope optimistic|despair hopeless|worry trouble anxious concern
stress pressure strain|relief comfort ease|comfort cozy|pleasure enjoy delight joy|enjoy pleasure fun like
fun amusement entertain|bored tedious weary|excite thrill|thrill enthrall spellbound fascinate
fascinate charm spell enchant|charm delight|surprise astonish amaze|shock scandal|embarrass ashamed shame
regret sorry apologize|forgive pardon|grateful gratitude thank|jealous envy|hate enemy|enemy opponent rival
trust faith rely|betray deceive|loyal faithful|promise vow pledge|lie false untrue|rumor gossip report|secretly hidden
publicly openly|admit confess own|deny refute|claim assert state|prove proof evidence|fact truth|guess suppose imagine
imagine fancy dream|fantasy imagination|inspire muse|creative create originality|create produce make invent
invent devise|design plan scheme|plan schedule arrange|schedule timetable routine plan|arrange organize
organize found establish|found founder establish start|join member enter|member belong|lead guide|guide direct
follow pursue|imitate follow|replace substitute|exchange trade|share divide|divide separate split
combine blend unite mix|mix mixture blend|separate apart distinct|connect link relate association bridge
associate connect identify|relationship relation connection|compare resemble similar|similar alike resemble same
opposite contrary reverse|contrary opposite against|usual ordinary normal common|normal usual natural
unnatural forced artificial|strange foreign|special particular especially|general broad overall|detail minute particular
whole entire complete total|half part portion|part piece portion section|exact precise accurate
accurate accuracy precision exact|clear distinct plain|clarity clear distinctness|vague unclear blur|confuse puzzle
complicated complex intricate|simple plain|deep depth profound|superficial shallow|wide broad|narrow limited
limit restrict boundary|restrict limit bind|rigid strict fixed|flexible supple elastic pliable
strong strength powerful firm|weak feeble deficient|weakness fault deficiency|firm solid hard|firm difficult|sharp keen
smooth even|rough harsh|round curved arched|bent curved crooked|flat straight level|straight flat direct
upright vertical stand|lean bend|walk stroll step|run rush|jump leap|fall drop stumble|drop fall let|throw toss
catch grasp hold seize|hold grip grasp|carry bear bring|pull draw|pull drag|turn rotate rotary|swing sway|shake tremble
move movement motion gesture|gesture movement wave|still motionless immobile|wave signal|point aim
practice repeat repetition|repeat repetition again|daily routine|routine habit regimen|habit custom trick
warm exercise preparation|ready prepared|amount quantity number|number count|increase grow|decrease reduce less
reduce simplify|enough sufficient adequate|too excessive|balance poise equal|equal even same|quality value worth
value importance|merit virtue|virtue good moral|moral ethics righteousness|sin evil vice|fate destiny
luck fortune chance|opportunity chance|chance possibility|impossible cannot|success achieve accomplish
achieve accomplish attain reach|attain arrive|goal aim end|purpose reason|influence affect effect|affect influence touch
attract draw|appeal attract|popular fashion trend|fashion style mode trend|manner fashion|manner way style
method technique|secret key|key clue|solution solve answer remedy|solve overcome conquer|overcome master
conquer master subdue|struggle fight strive|obstacle hindrance impede handicap|handicap disadvantage drawback obstacle
disadvantage drawback detriment harm|benefit advantage profit|profit gain|gain get|loss lose|absence miss lack
miss homesick|homesick longing|stay remain|visit trip|stranger foreigner unknown|neighbor near|community society
society club league lyceum|club society association|party celebration|celebrate anniversary|birthday anniversary
christmas easter|sunday weekend|tomorrow future|yesterday past|recent lately|soon shortly|delay late|late evening night
early morning soon|decade years|century hundred years|middle mid half|period era time age|generation age
modern nowadays today|nowadays today present|present current now|former previous earlier|originally first initially
finally last eventually|suddenly abrupt|gradually slowly|forever always eternal|temporary brief|permanent lasting
occasion time|event occasion incident|incident event happening|play game|toy doll game|fairy tale legend|ghost spirit
magic wonder marvel|miracle marvel wonder|science scientific|scientist professor|mathematics number
animal beast creature|doctor surgeon|nurse hospital|pain ache sore hurt|tired rest|sleepy sleep|heart emotion
soul spirit|spiritual soul religious|sacred holy|pray prayer|devotion love|devote dedicate give|ambitious ambition
modest humble|arrogant conceit vanity proud|selfish egoism|noble grand|grand great magnificent
magnificent splendid grand|splendid superb|terrible awful dreadful|awful terrible bad|pleasant agreeable nice
polite courteous courtesy|rude brusk harsh|gentle mild soft sweet|mood temper feeling|cheerful happy gay
lively vivacious animated|energetic lively vigorous|calm serene|dignified dignity stately|simple modest
curious curiosity|curiosity interest|indifferent careless|wise wisdom|wisdom knowledge|knowledge learning know
research investigate study|investigate examine explore|explore discover|discovery found|experiment try test
notice observe|watch observe look|attention notice|warn caution|caution careful|command order|obey obedience
rebel revolt headstrong stubborn|stubborn headstrong obstinate|responsibility charge|music tune|hum sing|whistle sing
lullaby song|hymn anthem song|anthem hymn national|march dance|bell ring|echo repeat|harmony accord
dissonance harsh discord|melody theme tune|lyrics words text poem|verse poem|chorus refrain|accompanist accompany
duet two|solo alone soloist|trio three|quartet four|chamber ensemble|quintet five|conductor director
rehearsal preparation|premiere first debut|hall auditorium theater|ticket admission|review notice|box gallery
backstage green|string bow|brass trumpet horn|wind flute|keys keyboard ivory black|hammer mechanism|metronome tempo beat
transpose key|arrangement transcription|manuscript score draft|edition publisher|copyright royalty
phonograph gramophone recording|film movie cinema|photograph camera|statue sculpture sculptor|exhibition gallery museum
collect collector|finger digit|thumb digit|nail tip|joint knuckle hinge|arm forearm|spine back|foot leg|bone skeleton
nerve nervous|muscle sinew
`

let related: Map<string, Set<string>> | undefined

/**
 * The stems that a stem is related to; undefined for one of no group. Built at the first query: thousands of words
 * would delay the start.
 */
export function findRelatedStems(stem: string): ReadonlySet<string> | undefined {
  related ??= parseGroups()
  return related.get(stem)
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
