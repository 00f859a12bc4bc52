import { familyOf } from './families.ts'
import type { Term } from './query.ts'

/*
 * Words that people use for the same matter when they ask about an artist's life and work. A query's word also finds the
 * others of its lines, at a discount. A line is a matter, not a dictionary entry: it holds what an interview says where an
 * editor says something else. A word that has many unrelated senses is better left out.
 */
const life = `
child kid boy girl youngster infant little childhood youth|young youth early age teenager adolescent teen|old elderly age aged senior middle
born birth birthplace native hometown|mother mum mom parent father dad|brother sister sibling|family relative cousin uncle aunt parent household
husband wife spouse married marriage wedding couple|son daughter child|grandmother grandfather grandparent|friend companion friendship comrade
die death dead deceased passed bereavement loss funeral late|ill illness sick disease health hospital|injury hurt pain injured lame strain wound
healthy health robust fit strong|home house apartment flat residence live abode dwelling|room chamber studio salon parlor hall
furniture furnishing decor decorate ornament tapestry|garden park tree flower|picture painting portrait canvas drawing|photograph photo picture
book read reading volume literature library novel|letter write correspondence note|pet animal dog cat puppy kitten|dog terrier puppy hound|cat kitten
food eat meal dinner lunch breakfast supper|drink tea coffee wine|money pay cost price expense dollar cheap expensive fee|poor poverty broke penniless
rich wealthy fortune wealth|cheap inexpensive affordable low|expensive costly dear|job work occupation profession career trade|rent housing lodging lease
school college university conservatory academy class|graduate degree diploma|travel tour journey trip voyage road|abroad overseas foreign country
hotel lodging inn|city town place village|move relocate settle leave emigrate|language speak english french german italian translate tongue
religion church god faith spiritual prayer|politics government war|holiday vacation rest|sleep night dream|morning afternoon evening night midnight
day daily everyday|week weekly|month monthly|year yearly annual|summer winter spring autumn season|weather rain sun snow|sea ocean river water boat
car automobile drive vehicle|train railway|clothes dress hat|hair face eye appearance look|hand finger thumb wrist palm|arm shoulder elbow
muscle strength force power|body physique physical bodily|sport athlete baseball football game exercise|gymnastic exercise fitness workout
name call title nickname|age old year|story anecdote tale incident|memory remember recall recollect reminiscence|forget lost slip blank lapse
first beginning start debut initial earliest|last final end latest|hero idol influence admire inspiration model|rival competitor|fan admirer follower public
famous fame celebrated known renowned popular reputation|unknown obscure|success successful triumph hit|failure fail flop disaster|award prize medal honor
dream ambition wish aim goal hope longing aspire|plan intend future next coming|decide decision choose choice|change alter vary modify different shift
`
const music = `
song tune melody air|music musical|compose composer composition write wrote written create|composition piece work opus|opera stage theatre libretto
instrument piano keyboard|piano keyboard pianist pianoforte grand upright|guitar string|violin violinist fiddle|cello cellist|organ organist|drum drummer percussion
flute flutist|harpsichord spinet|voice vocal sing singer|singer vocalist soprano tenor voice|choir chorus|band group ensemble|orchestra symphony orchestral conductor
conduct conductor baton|concert recital performance show gig appearance|perform play performance render|performer player artist musician executant
stage platform footlights podium|audience listener public crowd hearer spectator house|applause applaud ovation cheer clap|encore repeat
tour travel concertize trip|rehearse rehearsal practise practice|practise exercise train drill rehearse study routine|technique technic technical mechanical skill
skill facility ability technique dexterity agility talent proficiency|talent gift gifted aptitude ability natural born genius|prodigy wonder child infant genius
inborn born natural innate inherent native|virtuoso master brilliant|lesson class instruction tuition teach|teacher instructor professor master tutor mentor coach
teach instruct educate train instruction|student pupil learner disciple|beginner novice elementary beginning|advanced proficient|method system approach school way
rule principle law|study learn work|learn master acquire|memorize heart memory remember|sight reading score sheet|score sheet notes page printed|note notation
chord harmony harmonic|scale arpeggio|rhythm beat time pulse tempo|tempo speed velocity fast slow quick|fast quick rapid speed velocity swift|slow slowly leisurely
loud forte noise power volume|soft quiet piano gentle delicate|tone sound color timbre|sound hear noise|color hue shade tint red blue|touch press pressure key
pedal damper foot|finger fingering|press pressure push|strike hit pound bang thump|loose relax relaxed free supple limp|relax relaxation ease loosen free
stiff rigid tense tension strained cramped|tension strain stiffness tightness|posture position sit seat|sit seat chair bench|tired fatigue exhausted weary exhaustion weariness
energy vigor force vitality|feeling emotion mood passion sentiment|sad sorrow grief pathos melancholy weep|joy happy happiness glad delight|cry weep tear sob
love affection adore fond|afraid fear nervous anxious fright scared anxiety|shy shyness timid bashful|angry anger rage rouse|calm quiet peace repose|proud pride
interpret interpretation conception reading meaning|meaning sense significance message|express expression expressive convey|beautiful lovely beauty exquisite fine
ugly harsh unpleasant disagreeable|variety varied diverse contrast|monotonous monotony dull boring even|different differ difference|same identical alike identically
improvise improvisation spontaneous invent|record recording album disc release|studio workroom|label contract manager|radio broadcast television|publish publication press print
review critic criticism critical journalist|newspaper press magazine paper|interview conversation talk chat|article booklet essay writing|lecture speech
program repertoire repertory list|repertoire piece program|new novelty modern recent contemporary unfamiliar|modern contemporary new today|old ancient classic antique former
classic classical|folk traditional|jazz ragtime|nation national country|sonata concerto symphony|waltz dance mazurka|dance ballet|prelude fugue invention
etude study exercise|theme motif motive|phrase passage bar measure|bar measure passage|climax ending cadence|accent emphasis stress
`
const thought = `
mind brain mental intellect psychology think|think thought thinking reflect ponder|concentrate concentration attention focus attentive|listen hear ear attentive
understand comprehend grasp insight|explain describe illustrate clarify demonstrate|believe opinion think view belief|opinion view judgment|advice advise recommend counsel suggest
suggest recommend propose|intelligent intelligence clever bright|stupid dull fool ignorant|fool deceive bluff cheat trick fake pretend|true truth honest honesty sincere
honest frank sincere honesty|character personality nature temperament individuality|personality individual individuality|copy imitate imitation replica duplicate|original originality unique
patient patience painstaking|impatient hurry haste hasty rush|hurry rush haste quick|lazy indolent idle easy|careful care painstaking thorough|careless neglect inattention
neglect ignore avoid overlook abandon|avoid escape evade shun|kind kindness goodness generous good|generous generosity|strict severe conservative stern|sarcastic irony humor
funny humor laugh joke comic amusing|laugh smile humor|strange odd unusual curious|unusual rare exceptional remarkable|remarkable wonderful marvelous extraordinary astonishing
important essential vital necessary significant|necessary need require must|difficult hard difficulty trouble problem|problem difficulty obstacle trouble challenge|easy simple ease simplicity
improve better progress develop improvement|progress advance develop|mistake error fault wrong|correct right proper|bad poor wrong evil worst harmful|worst poorest weakest|good excellent fine
perfect perfection flawless ideal|ideal perfection|quality grade|waste useless loss|useless vain worthless|useful helpful valuable|harm hurt damage injure ruin destroy|destroy ruin wreck break
break smash damage|build construct develop|repair fix mend maintain|maintain keep preserve repair upkeep|save conserve preserve|begin start commence|stop quit cease abandon|quit leave stop
finish complete end|continue remain keep|return back again|leave depart left|arrive reach come|meet meeting encounter acquaintance|visit call guest|invite welcome
help aid assist support|assistant helper assist|cause reason source|reason why cause|result effect outcome consequence|effect result impression|purpose aim intention|try attempt endeavor effort
effort exertion strive|work labor toil|often frequent frequently|always constantly continually|never no|sometimes occasionally|rare rarely seldom|few scarce lack dearth shortage|lack want dearth absence
many numerous hundreds|big large great huge|small little tiny|long lengthy|short brief|high raised lifted elevated|low lowered|lift raise elevate|far distant|near close|east eastern oriental
secret hidden|discover find|search seek|show reveal exhibit display|reveal betray disclose show|hide conceal|give offer|receive get accept|refuse reject decline repudiate|accept approve
like prefer enjoy fond|prefer favorite choice|favorite favourite beloved|dislike hate detest|praise admire applaud compliment|criticize disapprove blame|agree consent|disagree differ diversity
allow permit let|forbid prohibit refuse|free freedom liberty|together joint collaboration collaborate|collaborate together joint cooperation|alone solitary single|doctor physician medicine cure remedy
cure remedy heal|machine mechanical engine|mechanism action construction machine|tool instrument|compare comparison like|taste artistic|art artist artistic|artist painter musician|painter painting artist
actor actress acting theatre|poet poetry poem|writer author novelist|philosopher philosophy|history historical past|past former previous|future coming prospect|tradition custom habit|habit custom accustomed
america american states|england english britain british london|france french paris|germany german berlin munich|italy italian|russia russian|poland polish|spain spanish|austria viennese vienna
expect expectation promise|promise expectation|surprise astonish unexpected|experience lived undergone|responsible responsibility duty|serious earnest|seriously earnest|grown develop growth
appointment audience meeting engagement|busy occupied|skilled trained|outside abroad|inside within|light bright sunlight|dark night shade|fresh new
`

/** What a family is related to, for every family that stands on a line. */
export const related: ReadonlyMap<string, ReadonlySet<string>> = relatives([life, music, thought].join('\n'))

/** The keys of the index under which words for these terms are filed, with what is related to them. A name is related to nothing. */
export function familiesOf(terms: Term[]): string[] {
  return [...new Set(terms.flatMap(({ family, named }) => [family, ...((!named && related.get(family)) || [])]))]
}

function relatives(lines: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines.split(/[|\n]/)) {
    const families = new Set(line.split(' ').filter(Boolean).map(familyOf))
    for (const family of families) found.set(family, (found.get(family) ?? new Set()).union(families))
  }
  for (const [family, others] of found) others.delete(family)
  return found
}
