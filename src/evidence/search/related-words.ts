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
