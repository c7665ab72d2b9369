/** What a mail server said when it did not take a mail. */
export interface SmtpReply {
  /** RFC 3463, such as 5.1.1. */
  readonly status?: string | undefined;
  /** In any language, with whatever codes, addresses and hosts. */
  readonly words: string;
}

/**
 * `gone`: there is no such mailbox or host, or no longer. `sender`: it is about who sent the mail, from where, or what it is: that
 * says nothing about the mailbox. `passing`: it may arrive another time.
 */
type RefusalReason = 'gone' | 'sender' | 'passing';

/** What became of a mail that was refused. `hard`: there is no such mailbox. `soft`: not this time. */
export interface DeliveryFailure {
  readonly kind: 'hard' | 'soft';
  readonly status: string | undefined;
  /** What was said when it was refused because of its sender or of what it is: nothing is wrong with the mailbox. */
  readonly block: string | undefined;
}

/** What a server answered in our own conversation with it. */
export function failureOfReply(reply: string): DeliveryFailure {
  const status = statusIn(reply);
  return toDeliveryFailure(reasonOfWords(reply, status) ?? reasonOfStatus(status ?? ''), { status, words: reply });
}

/**
 * In this order: what a server said, in words or by number, and what was made of it for people.
 * @returns why, and what says so
 */
export function reasonOfRefusals(
  refusals: readonly SmtpReply[],
  text: string,
): readonly [RefusalReason | undefined, SmtpReply] {
  for (const refusal of refusals) {
    const reason = reasonOfWords(refusal.words, refusal.status);
    if (reason !== undefined) return [reason, refusal];
  }
  for (const refusal of refusals) {
    const reason = reasonOfStatus(refusal.status ?? '');
    if (reason !== undefined) return [reason, refusal];
  }
  const status = refusals[0]?.status;
  return [reasonOfWords(text, status), { status, words: text }];
}

/** Characters of what a provider says that staff get to read. */
const MAX_BLOCK = 300;

export function toDeliveryFailure(reason: RefusalReason | undefined, { status, words }: SmtpReply): DeliveryFailure {
  const block = reason === 'sender' ? words.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_BLOCK) : undefined;
  return { kind: reason === 'gone' ? 'hard' : 'soft', status, block };
}

const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;

/** The first for good, or else the first; that of a code alone is nothing but whether it may pass. */
export function statusIn(words: string): string | undefined {
  const [status] = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(words) ?? STATUS.exec(words) ?? [];
  return status ?? (/^(?:[\w-]+;)?\s*4\d\d\b/.test(words) ? '4.0.0' : undefined);
}

/** @param status decides about words that may mean one thing or the other */
export function reasonOfWords(words: string, status?: string): RefusalReason | undefined {
  const text = plainWords(words);
  // A full mailbox is that of the receiver, a quota perhaps not.
  if (FULL.test(text) && !/\b(?:send|rate\b|relay|ip\b|connection)/.test(text)) return 'passing';
  if (SENDER.test(text) || LIST_LINK.test(words.slice(0, MAX_WORDS))) return 'sender';
  if (NO_MAIL.test(text)) return 'gone';
  if (PASSING.test(text)) return 'passing';
  if (GONE.test(text)) return 'gone';
  if (NO_HOST.test(text)) return status?.startsWith('4') === true ? 'passing' : 'gone';
  if ((status === undefined || VAGUE_STATUS.test(status)) && VAGUE.test(text)) return 'gone';
  return DENIED.test(text) ? 'sender' : undefined;
}

/** Some name nothing but the list that they look into. */
const LIST_LINK =
  /:\/\/[\w.-]{0,80}(?:spamhaus|spamcop|sorbs|barracudacentral|uceprotect|dnsbl|rbl|blacklist|blocklist|abuse|senderbase)/i;
/** What a gateway puts before what the server behind it said. */
const SUMMARY = /\d\.\d\.\d - [\w ]{1,60}(?=\d{3}[ -]')/g;

/** With these, a bare "mailbox unavailable" means that there is none; others say what else is wrong. */
const VAGUE_STATUS = /^5\.(?:0\.\d+|1\.(?:[1236]|10|351)|2\.[01]|4\.1|5\.0)$/;

function reasonOfStatus(status: string): RefusalReason | undefined {
  if (/^5\.(?:1\.(?:[126]|10)|4\.4)$/.test(status)) return 'gone';
  if (/^[45]\.(?:1\.[078]|2\.3|3\.4|6\.\d+|7\.\d+)$/.test(status)) return 'sender';
  return /^4\.|^5\.(?:2\.2|4\.)/.test(status) ? 'passing' : undefined;
}

/** Characters that are read of a refusal, and of a word in it: longer ones are none. */
const [MAX_WORDS, MAX_WORD] = [8000, 300];

/** Whether words say that a mailbox has no room. */
export function isAboutRoom(words: string): boolean {
  return FULL.test(plainWords(words));
}

export function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
}

/** Small letters without accents, codes, addresses, hosts and links, in which any word may stand. */
function plainWords(words: string): string {
  return withoutAccents(words.slice(0, MAX_WORDS).replaceAll(SUMMARY, ' '))
    .slice(0, MAX_WORDS)
    .replaceAll(/[’‘`´]/g, "'")
    .split(/[\s<>()[\]{}"|;,!?*\\。、「」【】]+|\.{2,}|[.:](?=\s|$)/)
    .filter((word) => word.length <= MAX_WORD && !/^[#\d][\d.:#-]*$|:\/\//.test(word))
    .map((word) => word.replaceAll(/[\w.+-]+@[\w.-]*/g, ''))
    .filter((word) => !/^[\w-]+(?:\.[\w-]+)*\.[a-zA-Z]{2,6}\.?$/.test(word))
    .map((word) => word.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[._:#=/-]+/g, ' '))
    .join(' ')
    .toLowerCase()
    .replaceAll(/ {2,}/g, ' ');
}

const anyOf = (...sources: readonly string[]) => new RegExp(sources.map((source) => `(?:${source})`).join('|'));

/** Up to so many words between two, of which none ends a thought. */
const few = (most: number) => `(?: \\S+){0,${most}}`;

const SENDER = anyOf(
  // Who sends, and whether that is proved.
  String.raw`\b(?:spf|dkim|dmarc|arc|domain ?keys?|ptr|rdns|helo|ehlo|aup)\b`,
  String.raw`\b(?:un)?authenticat`,
  'reverse (?:dns|lookup|hostname|name)|ip name lookup|no reverse|name lookup failed',
  String.raw`\bsender'?s?\b${few(6)} (?:reject|denied|deny|block|not|un|invalid|domain|address|ip|verif|fail|refus|prohibit|no )`,
  String.raw`(?:reject|denied|block|invalid|bad|unknown|verif\w*|refus\w*|domain of|fake|spoofed|forged)${few(4)} (?:sender|originator|return path|mail from)\b`,
  String.raw`\b(?:mail from|from (?:address|domain|header|field)|purported|invalid ip|(?:for )?sending (?:mail|domain|ip|hosts?|servers?)|return path|envelope from|reverse path|header from|from header)\b`,
  'sender verif|verify sender|(?<!(?:recipient|user|address) )verif(?:y|ication) failed|callback|callout|backscatter|not (?:a )?member|not subscribed|only (?:members|subscribers)|google groups|whitelist|white list|allow ?list',
  'absender|expediteur|remitente|mittente|remetente|afzender|nadawc|отправител|odesilatel|avsandare|afsender|送信元|送信者|差出人|发件人|发信人|寄件|보낸',
  // Lists and reputation.
  String.raw`\b(?:black|block|deny|reject|grey|gray) ?list|\b(?:rbl|dnsbl|uribl|surbl|dnsrbl|cbl|bl|spamhaus|spamcop|sorbs|senderbase|senderscore|barracuda|cloudmark|mailspike|uceprotect|njabl|mapsrbl|trend ?micro|symantec|sophos)\b`,
  String.raw`(?<!not |n't )\blisted (?:in|on|by|at)\b|reputation|\bbanned\b|open proxy|dynamic(?:ally)? |dial ?up|residential`,
  String.raw`\b(?:ip|ips|host|hosts|server|servers|network|message|messages|mail|mails|e ?mail|connection|connections|domain|client|you|your|it|content|attachment|subnet|range|isp)\b${few(5)} (?:been |being )?(?:blocked|refused)\b`,
  String.raw`\bblocked (?:by|for|using|due|because|at|from)\b|client host|connection rejected|bad host`,
  // Rules, unwanted things, and things that are too many or too large.
  String.raw`\bpolic(?:y|ies)\b|politique|richtlinie|politica|prohibit|forbidden|not permitted|not allowed|not authori[sz]ed|unauthori[sz]ed|permission|restricted|authori[sz]ation|politik|политик`,
  String.raw`\brelaying\b|\b(?:unable to|not|no|as an?|open|cannot|can't|may) relay\b|relay (?:not|access|denied|prohibited|is not)|not a relay|rcpthosts|not a gateway|\bsmtp auth`,
  'spam|junk|unsolicited|unwanted|abus|virus|malware|phish|trojan|suspicious|suspect|offensive|obscene|bulk|scam|fraud|ユーザー?拒否|迷惑|垃圾|스팸|спам|вирус',
  String.raw`\bcontent|attachment|header|\bmime\b|8 ?bit|line (?:length|too long)|non (?:rfc )?compliant|not rfc|rfc ?(?:2822|5322|822)|date field|message id|duplicate|bounce address|\bfilter|firewall|signature|charset|malformed (?:header|message|mail|mime|from)|\bformat`,
  String.raw`\b(?:rate|ratelimit\w*|throttl\w*|too (?:many|much|fast|quickly|often)|unusual|volume|excessive)\b|over rate|quickly`,
  String.raw`too (?:large|big|long)|(?:size|length)${few(3)} (?:limit|exceed|over|max|too|larger|bigger)|(?:exceed|larger|bigger|over|maxim)\w*${few(5)} (?:size|length)|zu (?:gro(?:ss|ß)|lang)|trop (?:gros|volumineu|grand)|demasiado grande|troppo grande|muito grande|te groot|太大|大きすぎ|слишком больш`,
);

const FULL = anyOf(
  String.raw`\bquota|over disk|(?:disk|storage|space|allocation)${few(2)} (?:full|exceed|reach|exhaust|quota)|exceed\w*${few(6)} (?:storage|space|capacity)|out of (?:storage|disk|space)|(?:insufficient|not enough|no)${few(2)} (?:system |disk |storage |mailbox |free )?(?:storage|space|room)`,
  String.raw`\b(?:is|are|box|mailbox|inbox|folder|mailfolder|account|user|recipient|disk|file system|filesystem|store) full\b|\bfull (?:mail ?box|inbox)|over ?quota|mailbox size|too much mail`,
  String.raw`\bvoll\b|uberfullt|speicherplatz|\bplein|pleno|\bllen[oa]\b|piena|pieno|cheia|pe[lł]na|przepe[lł]n|переполн|dolu\b|kota|\bvol\b|満杯|一杯|いっぱい|容量|已满|已滿|满了|空间不足|가득|용량`,
);

const PASSING = anyOf(
  String.raw`over limit|limit${few(2)} (?:full|exceed|reach|exhaust)|exceed\w*${few(6)} (?:limit|allow)|no${few(2)} resource|excedi|excede|превыш|超過|空き|초과`,
  String.raw`tempora|transient|try(?:ing)? (?:it )?(?:again )?later|again later|later attempt|not found try again|try again (?:in|after)|defer|retry|\bbusy\b|overload|resources?\b|vorubergehend|spater|plus tard|mas tarde|временн|позже|稍后|稍後|一時的|しばらく|後ほど|나중에|geçici|gecici`,
  String.raw`tim(?:ed?|ing) ?out|connection (?:was )?(?:refused|dropped|lost|closed|reset|failed|died)|could(?: not|n't) connect|unable to connect|can(?:not|'t) connect|conversation|no route|network (?:is )?unreachable|host (?:is )?(?:down|unreachable)|queue (?:too|for)|in (?:the )?queue|(?:message|queue|delivery|time|mail|retry|envelope|ttl|lifetime)(?: \S+)? expir|expired (?:after|message)|server reply|gave up|giving up after|(?:for|in|within)(?: the last| more than)? \S* ?(?:days|hours|seconds)\b|loop|too many hops|hop count|multiple mx|best mx`,
  String.raw`(?:system|internal|local|server|software|configuration|config|processing|i ?o|protocol|syntax|soft|(?<!name )service|lmtp|tls|certificate|database)(?: \S+)? (?:error|problem|failure|unavailable|not available)|(?:lookup|dns)(?: \S+)? (?:error|failure)(?!.{0,80}(?:not found|nxdomain|not exist))|error (?:in|while) processing|starttls|handshake|certificate|command unrecogni|unrecogni[sz]ed command|not implemented|bad sequence`,
  String.raw`in progress|under maintenance|maintenance|service (?:currently |is )?(?:unavailable|not available|refus)|hosts? (?:is )?not reachable|account is being|migrat`,
);

const USER = String.raw`(?:e ?mail ?address(?:es)?|mail ?box(?:es)?|mail ?drop|in ?box|maildir|user(?:s|name|id)?|recip(?:ient)?s?|rcpt|address(?:es|ee|ees)?|accounts?|customers?|subscriber|logins?|person|people|employee|destination|local ?part|member|client|student|contact|(?<!(?:domain|host|server) )name|e ?mail|mail|id)`;
const HOST = String.raw`(?:host|hosts|domain|domains|hostname|host name|domain name|host domain name|domain part|site|server name|system address|destination (?:system|host|domain|server))`;
const FAILS = String.raw`(?:(?:is |are |was |seems |been |be |has |have |currently |address |name |an? ){0,4}(?:unknown|not known|un ?recogni[sz]ed|not recogni[sz]ed|not (?:be )?(?:found|located|resolved?)|not find|do(?:es|s) ?n[o']?t? ?(?:exists?|existing)|does not (?:currently )?exist|do not exist|did ?n[o']?t exist|not exists?|not existing|not existent|non ?exist\w*|unexist\w*|no exist\w*|no longer|invalid|illegal|not (?:a )?valid|not listed|not registered|not (?:a )?local|not (?:an? )?(?:active|current|existing|valid|known|real)|not here|not defined|undefined|disabled|disactivated|suspended|in ?active|de ?activated|not activ\w+|discontinued|closed|terminated|deleted|removed|cancel+ed|frozen|locked|blocked|expired|obsolete|retired|unrout\w+|not routable|ha[sd] moved|moved|left|gone|unresolv\w+|not unique|ambiguous|wrong|incorrect|not correct|misspel\w+|abandoned|dormant|decommission\w+|defunct|stopped|dead))`;

const MEANT = String.raw`(?: (?:that |which )?(?:you|we|i) (?:\S+ ){0,2}(?:reach|contact|send|mail|entered|specified|provided|sent|used|typed)(?: \S+){0,3}?)?`;

const GONE = anyOf(
  String.raw`\b${USER}${MEANT}${few(2)} ${FAILS}\b`,
  String.raw`\b(?:unknown|no such|invalid|illegal|nonexistent|non existent|inactive|disabled|suspended|deactivated|undefined|unrouteable|unroutable|unresolvable|unrecogni[sz]ed|obsolete|not our|not a (?:valid|known|local)|not (?:valid|known|local)|bad|wrong|dead|incorrect|no (?:valid|local|known|matching))(?: \S+){0,2} ${USER}\b`,
  String.raw`\bno (?:valid )?${USER} (?:here|by|with|for|of|found|named|called|available|exists?|at|in|on|\S+ (?:here|found))\b|\bno (?:one|body) (?:here|by|named|called)\b|no such (?:person|here|name|local|\S+ here)|there is no (?:such )?${USER}`,
  String.raw`(?:does ?n[o']?t|do not|doesn|don't|no longer|not)(?: \S+){0,2} (?:have|has|had)(?: \S+){0,3} (?:account|mailbox|user)`,
  String.raw`(?:could|can)(?:not| not|n't|'t) (?:be )?(?:found|find|locate|located|resolve|identify|identified)(?: \S+){0,4} ${USER}\b`,
  String.raw`\b(?:user|recip(?:ient)?|addressee|account|mailbox|address)(?: \S+){0,4} (?:could|can)(?:not| not|n't|'t) (?:be )?(?:found|find|located|identified|looked up)`,
  String.raw`no longer (?:with|works?|employed|here|exists?|valid|active|available|in use|in service|being|accept|receiv|on|at|a |monitored|used|supported|part)|(?:user|recipient|person|mailbox|account)(?: \S+)? (?:has )?(?:left|moved|quit)\b`,
  'empfanger(?:adresse)?(?: \\S+){0,4} (?:nicht|unbekannt|ungultig|existiert)|unbekannte?r? (?:benutzer|empfanger|adress|nutzer|konto)|(?:benutzer|adresse|postfach|konto|mailbox|nutzer|user|teilnehmer)(?: \\S+){0,4} (?:unbekannt|existiert nicht|nicht (?:gefunden|bekannt|vorhanden|gultig|mehr|existent|existiert)|ungultig|deaktiviert|gesperrt|geschlossen|geloscht)|nicht bekannt|unbekannt|existiert nicht|kein(?:e|en)? (?:solche|postfach|benutzer|mailbox|empfanger)',
  "inconnu|n'exist|nexiste pas|destinataire(?: \\S+){0,3} (?:invalide|introuvable|inexistant)|adresse(?: \\S+){0,6} invalide|introuvable|inexistant|(?:compte|boite)(?: \\S+){0,4} (?:bloque|desactive|suspendu|ferme|supprime|inacti)",
  'desconocid|no existe|inexistente|no (?:se )?(?:encontr|pudo encontrar)|(?:cuenta|buzon|usuario|direccion|destinatario)(?: \\S+){0,4} (?:inval|no valid|no es valid|desactivad|deshabilitad|suspendid|inactiv|cancelad|eliminad|bloquead)',
  'sconosciut|non esiste|inesistent|non (?:e )?(?:stato )?trovat|(?:casella|utente|indirizzo|destinatario|account)(?: \\S+){0,4} (?:non valid|disabilitat|disattivat|sospes|inattiv|bloccat|chius)',
  'desconhecid|nao existe|nao (?:foi )?(?:encontrad|localizad)|(?:conta|caixa|usuario|endereco|destinatario|utilizador)(?: \\S+){0,4} (?:invalid|desativad|desabilitad|suspens|inativ|bloquead|cancelad)',
  'onbekend|bestaat niet|niet (?:gevonden|bekend)|okand|finns (?:inte|ej)|ukendt|findes ikke|ukjent|finnes ikke|eksisterer ikke|tuntematon|ei (?:ole olemassa|loydy)|ismeretlen|nem letezik|necunoscut|nu exista|neexistuj|neznam|nenalezen|nepoznat|ne postoji|neobstaja|tundmatu|nezinam|nezinom|neegzistuoja',
  'nie istnieje|nieznan|nie ma (?:takie|konta|uzytkownika)|nie (?:zostal |zosta\\S* )?znalezion|brak (?:takie|uzytkownika|konta|skrzynki|odbiorcy)|konto(?: \\S+){0,3} (?:zablokowan|nieaktywn|zawieszon|usuniet)',
  'не существу|не наиден|нет так|неизвестн|неверны. адрес|(?:ящик|аккаунт|пользовател|получател|адрес)\\S*(?: \\S+){0,4} (?:заблокирован|отключен|удален|неактивен|не зарегистрирован|недоступен|отсутству)|не зарегистрирован|не існу|не знаидено|невідом|не съществува',
  'bulunamad|bilinmeyen|kullan[iı]c[iı] yok|mevcut degil|gecersiz (?:al[iı]c[iı]|adres|kullan[iı]c[iı])|αγνωστ|δεν υπαρχ|δεν βρεθηκε|khong ton tai|tidak (?:ditemukan|dikenal|ada)|ไม่พบ|ไม่มีผู้ใช้|غير موجود|غير معروف|לא קיים|אינו קיים|לא נמצא|یافت نشد|وجود ندارد',
  '存在しま|存在しな|リストにありません|登録されてい?(?:ません|おりません)|見つかりません|見つかりませんでした|みつかりません|(?:宛先|あて先|ユーザー?|受信者|アドレス)\\S{0,8}(?:不明|無効|ありません|存在|誤り|間違)|宛先不明|使われていません|停止中|解約',
  '不存在|无此|無此|查无|查無|找不到|未找到|没有找到|(?:用户|帐号|账号|帳號|邮箱|信箱|郵箱|收件人|地址|域名)\\S{0,6}(?:无效|無效|错误|錯誤|停用|禁用|冻结|凍結|注销|封禁|未注册|未知|不正确)',
  '존재하지|찾을 수 없|알 수 없는 (?:사용자|수신|받는)|없는 (?:계정|사용자|주소|메일)|(?:사용자|수신자|계정|받는 사람)\\S{0,4} ?(?:없|휴면|정지|해지)',
);

/** Of a host, which may come back while the number is none of those for good. */
const NO_HOST = anyOf(
  String.raw`\b(?:unknown|unresolved|unresolvable|illegal|invalid|non ?existent|no such|bad|nonexistent|unrout\w+) (?:\S+ )?${HOST}\b|\b${HOST}(?: \S+)? (?:or domain name )?(?:${FAILS}|(?:is )?(?:not reachable|unreachable))\b|nxdomain|name or service not known|(?:could|can)(?: not|not|n't|'t)(?: be)? (?:find|found|resolve)(?: any| a)? ?(?:host|mail exchanger|domain)`,
  String.raw`no (?:mx|mail exchangers?|a record|valid (?:mx|hosts?)|address records?|such (?:host|domain))\b|null mx|non existent hosts?|(?:does not|doesn't|not) (?:accept|receive|handle|have) (?:any )?(?:e ?)?mail\b(?! (?:in|from|with|without|of|over|larger)\b)|no (?:mail|smtp) service|dns entry|unroute?able`,
);

/** Of a host, in its own name (RFC 7505). */
const NO_MAIL =
  /null ?mx|(?:doesn't|does not) (?:accept|receive) (?:any )?(?:e ?)?mail\b(?! (?:in|from|with|without|of|over|larger)\b)/;

/** Said of mailboxes that are not there and, with other statuses, of any refusal. */
const VAGUE = anyOf(
  String.raw`\b(?:disabled|deactivated|suspended|discontinued|inactive)\b`,
  String.raw`mail ?box (?:is )?(?:currently )?(?:unavailable|not available|unreachable)|(?:user|account|recipient|address)(?: is)? (?:unavailable|not available)`,
  String.raw`\b(?:recipient|addressee|user|rcpt|destination|address)(?: address)?(?: \S+)? (?:rejected|refused|not accepted|denied)\b|does not like recipient|rejected (?:the )?(?:address|recipient)|not accept (?:this |the |mail for )?recipient`,
);

const DENIED = /access denied|\b(?:blocked|denied|unacceptable|not accepted|rejected)\b/;
