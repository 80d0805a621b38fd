// What is known now in one process and must be awaited in another: a lookup in the embedded stores answers at once, one
// over the network later. Code that runs on every request does not pay for a promise that is not there.

export type NowOrLater<Value> = Value | Promise<Value>;

export function whenKnown<Value, Result>(
  value: NowOrLater<Value>,
  next: (value: Value) => NowOrLater<Result>,
): NowOrLater<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
