/*
 * What a boundary means beyond its own word. A line is a subject and, after the colon, the words that speak of it; none
 * of those after it means the whole subject ("my brother" is not "my family"). The subjects that most boundaries are
 * about stand in several languages.
 */
export const subjectTable = `
family relatives: mother father parent mum mom dad papa mama brother sister sibling aunt uncle cousin grandmother grandfather grandparent grandma grandpa son daughter child kid wife husband niece nephew family relative
parents: mother father mum mom dad papa mama parent
mother mum mom: mother mum mom mama mam
father dad: father dad papa daddy
siblings sibling: brother sister sibling twin
children kids: child kid son daughter baby
son daughter: child kid
grandparents: grandmother grandfather grandma grandpa
marriage wedding: married marry marriage wife husband wedding spouse bride groom engaged divorce
wife: wife married marriage wedding
husband: husband married marriage wedding
divorce separation: divorce separated separation ex custody split
relationship relationships romance dating love: boyfriend girlfriend lover romance dating married husband wife fiance relationship affair ex
health illness illnesses sickness disease: ill illness sick disease hospital cancer surgery diagnosis diagnosed doctor treatment clinic stroke tumour tumor health unwell chronic
hospital: hospital clinic ward surgery
cancer: cancer tumour tumor chemotherapy
mental: mental depressed depression anxiety panic psychiatrist therapist therapy breakdown suicidal
anxiety panic: anxiety panic
depression: depressed depression breakdown therapist suicidal
therapy: therapy therapist psychiatrist psychologist counselling
addiction alcohol drinking drugs drink rehab sobriety alcoholism: alcohol drink drunk sober sobriety rehab addict addiction cocaine heroin pills whisky vodka drug overdose hangover bottle
money finances income earnings salary debts fees: money paid salary fee debt bankrupt bankruptcy earn earnings loan owed mortgage royalties income broke finance savings
religion faith beliefs god church: church faith god prayer pray catholic protestant jewish muslim religious religion baptised baptized priest convert mosque synagogue atheist
politics political: election vote voted government politician politics political minister campaign
death dying loss: died death dead funeral grief mourning buried killed
suicide: suicide suicidal
grief: grief mourning funeral bereaved
funeral: funeral buried
accident crash: accident crash collision wreck injured
injury injuries: injury injured hurt fracture broke
prison jail conviction crime arrest: prison jail arrested arrest convicted conviction cell inmate sentenced police
lawsuit court trial litigation: lawsuit sued sue court trial judge lawyer settlement litigation
abuse violence assault: abuse abused violence violent assault beaten
age birthday: age aged birthday born
weight body diet disorder: weight diet anorexia bulimia disorder thin fat
pregnancy: pregnant pregnancy miscarriage birth
sexuality orientation: gay lesbian queer bisexual sexuality coming-out closet
gender: trans transition gender nonbinary
bullying: bullied bullying bully
war: war soldier shelling refugee front bombing
army military: army soldier regiment military barracks conscript
adoption: adopted adoption orphan orphanage foster
immigration visa: visa immigration deported asylum refugee emigrated
address neighbourhood neighborhood: address street neighbourhood neighborhood
breakup: breakup split disbanded
quarrel feud argument fight: quarrel feud argument fight row argue
custody: custody divorce
shooting murder: shooting shoot murder killed
theft burglary: stolen theft burglary thief stole robbed
fire: fire burned burnt flames blaze
pet dog cat: dog cat
familie verwandten: mutter vater eltern bruder schwester geschwister onkel tante oma opa grossmutter grossvater sohn tochter kind kinder ehemann ehefrau familie
eltern: mutter vater eltern
geschwister: bruder schwester geschwister
kinder kind: kind kinder sohn tochter baby
ehe hochzeit: ehe heirat heiratete heirateten geheiratet verheiratet hochzeit ehemann ehefrau trauung
scheidung trennung: scheidung geschieden trennung getrennt trennten scheiden
beziehung liebesleben: beziehung freund freundin geliebte verliebt ehemann ehefrau liebhaber
gesundheit krankheit krankheiten: krank krankheit krankenhaus klinik arzt arztin diagnose operation krebs gesundheit behandlung tumor schlaganfall
krebs: krebs tumor chemotherapie
depression psyche: depression depressionen depressiv therapeut therapeutin therapie zusammenbruch psychiater
alkohol sucht drogen trinken: alkohol trinken trank getrunken betrunken sucht suchtig drogen nuchtern entzug flasche heroin kokain pillen rausch
geld finanzen schulden gage: geld schulden gage gehalt bezahlt pleite kredit honorar insolvenz verdient verdiente steuer
religion glaube kirche: kirche glaube gott gebet beten bete betet betete religion katholisch evangelisch judisch muslimisch priester getauft glaubig
politik: politik wahl wahlen gewahlt wahlte partei regierung minister politiker politisch
tod sterben: tod tot gestorben starb beerdigung trauer begraben verstorben
unfall: unfall verungluckt zusammenstoss verletzt
gefangnis haft: gefangnis haft verhaftet zelle verurteilt polizei
prozess gericht klage: gericht prozess verklagt richter anwalt klage urteil
gewalt missbrauch: gewalt missbrauch misshandelt missbraucht geschlagen schlug
krieg: krieg soldat soldaten bomben front fluchtling
schwangerschaft geburt: schwanger schwangerschaft fehlgeburt geburt
gewicht korper essstorung: gewicht diat magersucht essstorung abgenommen zugenommen
sexualitat: schwul lesbisch bisexuell homosexuell sexualitat
adoption: adoptiert adoption waise waisenhaus pflegeeltern
selbstmord suizid: selbstmord suizid
alter geburtstag: alter geburtstag geboren
mobbing: gemobbt mobbing
militar wehrdienst: soldat militar kaserne wehrdienst bundeswehr rekrut
flucht asyl: flucht asyl abgeschoben gefluchtet
streit: streit gestritten zerstritten
familia parientes: madre padre padres hermano hermana hermanos hermanas tio tia primo prima abuelo abuela abuelos hijo hija hijos hijas esposo esposa marido familia sobrino sobrina
padres: madre padre padres
hermanos: hermano hermana hermanos hermanas
hijos hijo hija: hijo hija hijos hijas bebe
matrimonio boda: casado casada casamos caso casar matrimonio boda esposo esposa marido
divorcio separacion: divorcio divorciado divorciada divorcie divorciamos separacion separado separada separamos
pareja relacion amores: pareja novio novia amante relacion marido esposa enamorado enamorada
salud enfermedad: enfermo enferma enfermedad hospital medico clinica diagnostico operacion operaron operado operada cancer salud tumor tratamiento
depresion: depresion deprimido deprimida terapia terapeuta psiquiatra crisis
alcohol alcoholismo drogas adiccion bebida: alcohol beber bebia borracho borracha drogas droga adiccion sobrio sobria botella cocaina heroina pastillas
dinero deudas finanzas sueldo: dinero deuda deudas sueldo pagaron pagado cobre cobrar prestamo quiebra arruinado
religion fe iglesia: iglesia fe dios rezar rezo reze religion catolico catolica sacerdote bautizado misa
politica: politica eleccion elecciones vote votar partido gobierno ministro politico
muerte: murio muerte muerto muerta fallecio fallecido funeral entierro duelo luto
accidente: accidente choque herido herida
carcel prision: carcel prision preso presa detenido detenida arrestado arrestada celda policia
juicio demanda: juicio tribunal demanda demandaron juez abogado
violencia abuso: violencia abuso abusos maltrato maltrataba golpeaba pegaba
guerra: guerra soldado soldados bombas frente refugiado
embarazo parto: embarazo embarazada aborto parto
peso cuerpo: peso dieta anorexia bulimia
sexualidad: gay lesbiana homosexual bisexual sexualidad
adopcion: adopcion adoptado adoptada adoptaron huerfano huerfana orfanato
suicidio: suicidio suicida
edad cumpleanos: edad cumpleanos naci nacio
acoso: acoso acosaron
ejercito mili militar: soldado ejercito mili militar cuartel recluta
exilio asilo: exilio asilo deportado refugiado
pelea: pelea peleamos rina
famille proches: mere pere parents frere soeur freres soeurs oncle tante cousin cousine grand-mere grand-pere fils fille enfant enfants mari epouse famille neveu niece
parents: mere pere parents
enfants enfant: enfant enfants fils fille bebe
mariage noces: marie mariee maries mariage noces epouse epouser mari
divorce separation: divorce divorces divorcee separes separation separee separe
couple amours: couple compagnon compagne amant amante amoureux amoureuse mari epouse petit-ami petite-amie
sante maladie: malade maladie hopital medecin clinique diagnostic operation cancer sante tumeur traitement
depression: depression deprime deprimee therapie therapeute psychiatre
alcool drogue drogues addiction boisson: alcool boire buvais buvait ivre drogue drogues addiction sobre bouteille cocaine heroine
argent dettes finances salaire: argent dette dettes salaire paye cachet faillite emprunt credit
religion foi eglise: eglise foi dieu prier prie priere religion catholique pretre baptise messe
politique: politique election elections vote voter parti gouvernement ministre
mort deces: mort morte mourut decede deces enterrement obseques deuil funerailles
accident: accident collision blesse blessee
prison: prison cellule arrete arretee condamne detenu police
proces: proces tribunal juge avocat plainte
violence violences: violence violences abus frappait battait maltraite
guerre: guerre soldat soldats bombes front refugie
grossesse accouchement: enceinte grossesse accouche accouchement fausse-couche
poids corps: poids regime anorexie boulimie maigri grossi
sexualite: gay lesbienne homosexuel homosexuelle bisexuel sexualite
adoption: adopte adoptee adoptif adoptive adoption orphelin orpheline orphelinat
suicide: suicide suicidaire
age anniversaire: age anniversaire ne nee
armee militaire: soldat armee militaire regiment caserne conscrit
harcelement: harcelement harcele harcelee
exil asile: exil asile expulse refugie
dispute brouille: dispute disputes brouille brouilles
家族: 母 父 両親 兄 弟 姉 妹 祖母 祖父 叔父 叔母 息子 娘 子供 妻 夫 家族
両親: 母 父 両親
離婚: 離婚 別居 別れ
結婚: 結婚 妻 夫 婚約
恋愛: 恋人 彼氏 彼女 恋愛 恋 交際
病気 健康: 病気 病院 入院 手術 診断 癌 がん ガン 医者 医師 治療 健康
鬱 うつ病 うつ状態: 鬱 うつ病 うつ状態 精神科 療法
酒 飲酒 薬物: 酒 飲酒 泥酔 アルコール 薬物 依存 断酒
お金 金銭 借金 収入: お金 借金 給料 報酬 破産 収入 ギャラ
宗教 信仰: 宗教 信仰 教会 神様 神父 牧師 祈 洗礼
政治: 政治 選挙 投票 政府 政党 大臣
死 死去: 死 亡くな 葬儀 葬式
事故: 事故 衝突 怪我
刑務所 逮捕: 刑務所 逮捕 独房 警察 有罪
裁判 訴訟: 裁判 訴訟 訴え 弁護士
戦争: 戦争 兵士 爆撃 空襲
暴力 虐待: 暴力 虐待 殴
妊娠 出産: 妊娠 出産 流産 中絶
体重 体型: 体重 体型 拒食 過食
性的指向 同性愛: 同性愛 ゲイ レズビアン 性的指向
養子: 養子 里親 孤児
自殺: 自殺 自死
年齢 誕生日: 年齢 誕生日
いじめ: いじめ
亡命: 亡命 難民
`
