// Loaded before a service (`NODE_OPTIONS=--import=…`): its clock is wrong by CLOCK_SHIFT_MS milliseconds. Everything
// else about Date is unchanged.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = globalThis.Date
const now = () => RightDate.now() + shiftMs

globalThis.Date = new Proxy(RightDate, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new RightDate(now()).toString(),
})
