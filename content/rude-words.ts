/**
 * Words that hold a name back until a moderator has looked at it, for each locale. Small letters; in a Latin word without
 * accents these do not count, with one they do. The reader of names finds look-alikes, digits, doubled letters and spaces.
 */
export const rudeWords: Readonly<Record<string, RudeWords>> = {
  'en-US': {
    anywhere:
      'fuck phuck motherfuck shit bullshit bitch cunt asshole arsehole asswipe jackass dumbass dickhead ' +
      'cocksuck whore nigger nigga faggot dildo blowjob handjob rimjob jizz cumshot cumslut gangbang bukkake ' +
      'pornhub porno clitoris masturbat ejaculat pedophile paedophile hitler heilhitler siegheil gaschamber ' +
      'holocaust whitepower kukluxklan killyourself gokillurself sexslave childporn buttplug deepthroat ' +
      'motherfker wetback sandnigger towelhead shemale',
    alone:
      'fuk fck fuc fuq fucc fukr fking sht shat ass arse azz anus anal cum cums cock cocks dick dicks ' +
      'dik pussy pussies twat tits titty titties boob boobs boobies penis vagina vag clit slut slutty skank ' +
      'wank wanker tosser bollocks bellend bastard retard retarded rape raped raper rapist molester fag fags ' +
      'dyke kike spic spick chink gook coon paki tranny nazi nazis kkk sex sexy sexx porn xxx nude nudes horny ' +
      'boner orgasm semen sperm blowjobs bj milf incest pedo paedo pedos jap japs beaner kys stfu wtf piss ' +
      'pissed turd cuck smegma queef hentai',
  },
  'de-DE': {
    anywhere:
      'arschloch arschficker arschgeige hurensohn hurenkind fotze wichser schlampe missgeburt schwuchtel ' +
      'schwanzlutscher kinderficker mutterficker scheiße scheisse scheissdreck pimmel nuttensohn spasti ' +
      'untermensch judensau judenschwein vergasen drecksau dreckschwein gefickt kanake hackfresse',
    alone:
      'arsch ficken fick ficker fickt hure huren nutte nutten scheiss titten möse moese wichsen wixer wixxer ' +
      'spast neger kacke kacken pisser pissen bumsen neonazi',
  },
  'es-ES': {
    anywhere:
      'gilipollas hijoputa hijaputa hijodeputa putamadre chupapollas comepollas soplapollas mamahuevo malparido ' +
      'cabronazo mariconazo lameculos follamadre tragasables cagoentu moromierda',
    alone:
      'puta putas puto putos putilla polla pollas coño cabron cabrona maricon marica joder follar follador ' +
      'mierda cojones culo tetas verga ramera subnormal mongolo sudaca bollera pajillero',
  },
  'es-XL': {
    anywhere:
      'hijodeputa hijueputa hijoeputa conchatumadre conchetumare chingatumadre pincheputo malparido gonorrea ' +
      'mamaguevo reconchatumadre lacondetumadre vergudo culiado culero',
    alone:
      'puta puto putos verga chingar chingada chingado chinga pendejo pendeja culo culos pija pijas poronga ' +
      'conchuda mierda cagada maricon marica cabron panocha pelotudo sorete',
  },
  'fr-FR': {
    anywhere:
      'encule enculer connard connasse salope filsdepute niquetamere niquetarace putain batard tapette ' +
      'pouffiasse branleur branlette suceuse couilles trouduc sousmerde sacamerde negresse bougnoule youpin ' +
      'petasse',
    alone:
      'merde pute putes salaud nique niquer ntm fdp couille chatte cul culs foutre branler pédé gouine tarlouze ' +
      'nègre negre bicot enfoire chier chiotte zizi nichons conne',
  },
  'it-IT': {
    anywhere:
      'vaffanculo affanculo cazzone coglione coglioni stronzo stronza puttana figliodiputtana bocchinara ' +
      'pompinara ricchione frocio porcodio diocane diobestia dioporco porcamadonna madonnaputtana testadicazzo ' +
      'rottinculo minchia mignotta sborra rincoglionit terrone mongoloide',
    alone: 'cazzo cazzi merda culo culi figa zoccola bastardo pompino tette scopare cagare inculare',
  },
  'pl-PL': {
    anywhere:
      'kurwa kurwy kurwo skurwysyn skurwiel chujowy pierdol pierdal zajeb pojeb wyjeb rozjeb przyjeb najeb ' +
      'odjeb ujeban jebac jebany jebana spierdal wypierdal sukinsyn szmaciarz matkojeb cwel dziwka kutas',
    alone:
      'kurw chuj chuja chujek huj huja cipa cipka cipy pizda pizdy dupa dupek dupy cyce fiut fiuta gowno gówno ' +
      'gówna suka pedał ciota jebać ruchac ruchać szmata debil żydek czarnuch',
  },
  'pt-BR': {
    anywhere:
      'filhodaputa filhadaputa caralho puteiro buceta boceta arrombado viadinho viadao vaitomarnocu tomarnocu ' +
      'vaisefoder foderse fodase punheta punheteiro piranhuda cuzao retardado escroto babaca',
    alone:
      'puta puto putas porra merda cacete foda foder fodido cú viado bicha bichona xoxota xota piroca vadia ' +
      'vagabunda corno cagao bosta fdp vsf vtnc pqp krl',
  },
  'tr-TR': {
    anywhere:
      'orospu orospucocugu siktir sikeyim sikerim amcik amcık amınakoyim aminakoyim amınakoyayım yarrak ' +
      'götveren gotveren pezevenk kahpe şerefsiz serefsiz kaltak ananisikeyim ananısikeyim',
    alone:
      'sikik siker sikici amk amq göt götlek piç oç pust taşak tasak dalyarak sıçmak ibne gavat fahişe fahise ' +
      'puşt yarak',
  },
  'ru-RU': {
    anywhere:
      'хуйло хуесос хуило хуйня хуёв хуев нахуй нахуя похуй охуе пизда пизде пизду пиздец пиздит пиздоб распизд ' +
      'мудак мудил мудозвон долбоеб заебись заебал наебал выеб уебок уебищ пидор пидар педераст гандон гондон ' +
      'залупа блядь блядин бляди шлюх проститутк ублюд мразот хачик жидовск хохлосвин blyad blyat pidor pidar ' +
      'pizda pizdec nahui nahuy zaebal mudak',
    alone:
      'хуй хуя хую хуем хуи блять бля сука суки сучка сучара ебу еб ебаный ебаная жопа жопу говно говнюк дерьмо ' +
      'хер манда педик жид жиды хач чурки черножопый трахать дрочер дрочить секс порно сиськи cyka suka xuy xui ' +
      'jopa zhopa чурка ебал ебать ебало ебло ебанутый ебанат ебучий ебись',
  },
  'ja-JP': {
    anywhere:
      'ちんこ ちんぽ ちんちん まんこ おまんこ きんたま おっぱい くそったれ ファック セックス オナニー ' +
      'フェラチオ ヤリマン ペニス ヴァギナ クリトリス 死ね しねよ 殺すぞ ころすぞ 氏ね キチガイ きちがい 気違い ' +
      '知障 土人 支那人 シナ人 チョン公 朝鮮人死 強姦 輪姦 売春 淫乱 肉便器 射精 勃起 自慰 陰茎 陰部 膣 糞野郎 ' +
      'クソ野郎 くそ野郎 エロ動画 児童ポルノ',
    alone: 'しね くそ クソ 糞 ブス デブ エロ えろ ホモ レズ おかま オカマ ちんぽこ レイプ ガイジ ビッチ',
  },
  'ko-KR': {
    anywhere:
      '씨발 시발 씨팔 시팔 씨바 쓰발 ㅅㅂ ㅆㅂ ㅂㅅ ㅄ ㅈㄹ ㅗㅗ 병신 븅신 지랄 개새끼 개색기 개색끼 개자식 ' +
      '씹새 씹창 씹년 좆 존나 창녀 걸레년 미친년 미친놈 썅년 쌍년 쌍놈 니애미 니애비 느금마 엠창 애미뒤 강간 ' +
      '섹스 자위행위 딸딸이 빠구리 보지년 쪽바리 짱깨 홍어새 한남충 김치녀 된장녀 맘충 급식충 일베충 뒤져라 ' +
      '죽어라',
    alone: '자지 새끼 썅 씹 엿먹어 야동 포르노 변태 찐따 후장',
  },
  'zh-CN': {
    anywhere:
      '操你 草你妈 艹你 肏 他妈的 你妈的 你妈逼 妈逼 傻逼 傻屄 煞笔 煞逼 屌丝 鸡巴 几把 王八蛋 狗日的 婊子 贱人 ' +
      '贱货 妓女 骚货 骚逼 荡妇 强奸 轮奸 做爱 性交 口交 肛交 阴茎 阴道 阴部 射精 自慰 淫荡 淫水 乳头 奶子 杂种 ' +
      '畜生 去死 死全家 支那 黑鬼 棒子国 小日本 纳粹 希特勒',
    alone: '操 屌 逼 屄 屎 淫 日你 干你 tmd cnm nmsl',
  },
  'zh-TW': {
    anywhere:
      '幹你 幹妳 操你 肏 他媽的 你媽的 靠北 靠腰 靠夭 靠杯 雞掰 機掰 雞巴 懶叫 懶覺 王八蛋 婊子 賤人 賤貨 妓女 ' +
      '騷貨 蕩婦 破麻 臭婊 強姦 輪姦 做愛 性交 口交 肛交 陰莖 陰道 陰部 射精 自慰 打手槍 淫蕩 乳頭 奶子 雜種 ' +
      '畜生 去死 死全家 智障 腦殘 白癡 白痴 支那 黑鬼 阿陸仔 納粹 希特勒 冚家鏟 仆街 撚樣 屌你',
    alone: '幹 操 屌 屄 屎 淫 塞林娘',
  },
};

interface RudeWords {
  /** Also inside of another word; separated by spaces. */
  readonly anywhere: string;
  /** Only as a word of its own. */
  readonly alone: string;
}

/** Parts of words and whole phrases that contain a rude word and are none, separated by commas. */
export const harmlessWords =
  'scunthorpe, harshit, akshit, rakshit, dikshit, kshitij, kshitiz, nishit, ishita, ashita, oshita, sushita, hoshit, ' +
  'toshit, yoshit, shitara, shitamachi, shitake, shiitake, mishit, pushit, push it, wash it, snigger, niggard, ' +
  'maine coon, moby dick, dick tracy, подстрах, застрах, ' +
  '시발점, 시발역, ぱちんこ, 性交流, 性交往, 印度支那, 交趾支那';
