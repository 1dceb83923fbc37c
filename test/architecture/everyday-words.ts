/** Words that stand in names of types with their usual meaning, in any of their forms, and have no row in docs/internals/words.md. */
export const everydayWords: readonly string[] = `
  acceptance access action actual address admin admission ahead all allocated ambiguous amount and answer applied apply
  approve area arn arrangement arrived aside at attach attachment attempt batch before behaviour billing block bounds
  bundled bursts busy by carried case cell check claim clean client clock code column coming comment comparison compiled
  complete component condition config configuration confirmation conflict connect connection console content context
  contract cost count coverage creation cron curve daily damaged dated day dead deadline decided deliver description diff
  difference directory division done doubt draft edge effective end entry environment error evaluation exchange exit
  expected expired expiry explained explanation face facts fail failure field figure file fill filter finder
  flags fleet forbidden force foreign format found function gathered get group growth handlers handling harm
  headroom held history http identity in incomplete index init input intake interrupted invalid item json judged judgement
  kept key kind known last latest learnt left letter level limiter line link list live local lock logged lost
  lowered machine made mark markdown markup match matcher measure member membership message mintable model moments money
  month morning motive move ms name need network new next no not notified notify object of offered old older omission on
  open operation option or order origin out outcome outgoing output outside own pace parent passage past path patterns
  period picture place plain planned point pooled position prefixes probe problem product progress property proposed props
  protected protective proxy publish put queries queue random range rate raw read readable reader reason redactor refusal
  refused remedy remembered replaced report request reservation reserved rest result retirement retrier retrying routes
  row s3 sample saved schedule schema schemes scope search section seen sender sent series serve server settings shell
  shortage shows simulate simulation size sleep slow sort source specification stack start starvation state status
  step storage streams subject summary table tagged tally target terms test text throttled tile time timeouts timetable
  too totals transport trial trusted turn type unauthorized unavailable unknown unmatched unreadable unscoped unsealed
  update upload ups usage use user validate value virtual wait wall wanted warnings weekly whole window wire word worker
  write writer written wrong
`
  .trim()
  .split(/\s+/);
