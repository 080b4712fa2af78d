/**
 * Data for the token estimate of ASCII words: which are a single o200k_base token, and how often a token ends between two letters of the
 * others. Counted in English documentation, names and phrases in 40 languages, and random base64.
 */

/** Frequent words in lower case, each a single token. */
export const whole: ReadonlySet<string> = new Set(
  `
  about access account actions address admin after again against agent allowed allows alone also always
  amount another answer answers anything application arguments around array assert async attachments auth
  author authorization auto available await away back badge base bash because been before being below
  bench better between blob board boards body boolean both browser buffer build bytes call called campaign
  case change changed changes characters check checks client clients clock closed code color come command
  commands company connection connections console const contact content contract cookie core could count
  counts create created currency cursor custom data database date days dead deal debug decode default
  defaults delivery description docs does doing domain done down downloads each effect else email embedded
  emoji empty encode encoded encoding ends entered equal error errors even event events ever every
  everything example examples expect export failed fails failure false family fast field fields file files
  find first flag flags font form format forms found free from full function functions gets github give
  given going good great have header headers hello help here history hold holds home hook host hours house
  href html http https identity image images import index info input install instead inter into invalid
  issues javascript jobs json just keep keys kill kind know labels last later layer layers lead least
  leave left length level library license life like limit limited limits line link linkedin list listen
  lists little live long look lost love made mail main make makes manual many master match maybe mean
  means medium memory message messages meta method methods middleware might mime minute module money more
  most move much must name names nbsp need needs never next night node none note nothing notice null
  number oauth object okay once ones only open operation option options order original other others
  otherwise output over owner package page pages parameter parameters parse parsed parser pass password
  path payload people person phone place plain platform please port position post postgres primary process
  promise properties property proposal public qualified query range rate read ready real really redis
  registry reports request requests require response rest result retry return returns right room route
  router running runs said sales same save schema scope script scripts search second seconds secret
  security send sent server service settings should show shown shows signature since size some someone
  something sorry source stage standard start starts state status stay still stop stored stream string
  style subscription subscriptions such summary support supported sure system table take takes talk target
  tell terms test tests text than thank thanks that their them then there these they thing things think
  this those thought three through throw time times timestamp title token tokens tool tools trace
  transaction true type typed types undefined under unknown unless unsafe until updated usage used user
  uses using value values verify version very wait want wanted website well were what when where which
  while whole whose width will with within without words work worker workers works workspace world would
  write written wrong yeah yield your
  `.split(/\s+/u)
)

/** The frequency from 0 ("0") to 1 ("z") for each pair of letters: aa, ab, … az, ba, … zz. */
const rows = [
  "N010S:15B51000a0U000>17334",
  "CRHQ9]XQJHd6NXEXo=AGH]Xc8^",
  "?JAI<\\J0Iq15LN8M^6I2E`hM8E",
  "GVP=:UU]JcYXXdIV_KFKKeZ?IX",
  "IEA1K@>TK_A530ZGC003VMB1>G",
  "DQCQ?3JnDbR;X_<Wp<J4EX\\:H_",
  "LSg\\=iTCOm`F]CPhw8GCNgZ[Jg",
  "C]nV7d``NZQRXMHP[GX6PPQQJQ",
  ">200301=U6110062=200N2b7J1",
  "Eah`?UmeRK]boOGT`a<XFoai[x",
  "Agd^BmDLHcEMc?LmuIE;KiGgHw",
  "Jff>6IbbJeT3aGF]nd<@Lek[7p",
  "@8_V9aRbJikUBUD=cgHEJeXT;n",
  "Ei:0<P1RM[Ebf<G]b\\82SGhQ>N",
  "T494Y82EKN4200C5l0131318=N",
  "BUTP9WG6KbS4=Q>8W487JJGH=l",
  "VaValvak\\wv2c\\aY@EKB1e^ljv",
  "IZG=6TAcKqJUCB=YWH=7QL`U9d",
  "MfAZ:YW8MbDNJ[E=T_51HPZ`FZ",
  "IeDJ;Wg4KljZcjDVf:;;QbYD>R",
  "H4=2:<8@DK5220Y6h111XK\\<@>",
  "@^JY5dM[@na[B`@LpTYOW]`dVW",
  "CX^O6^\\6Jp`[X?ARwJ>W_jCKOq",
  "SZHUM\\xgNvseOc[8r^W4Y`uBEd",
  "SmfWWqZm`raTCAZ?wY@NkraZDW",
  "RlX\\C^eQOoWcaL\\nwchCIrFMB>"
].join("")

export const splits = Float64Array.from(rows, (char) => (char.charCodeAt(0) - 48) / 74)
