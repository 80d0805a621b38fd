// How Node runs the service: for `npm start`, for the tests that start it as a process, and, by the same words, for the container.
export const nodeFlags = [
  // Under load V8 would let the young part of the heap grow until it counts the room left for the old part as used up. Kept smaller, the
  // young part is emptied every second in 3 to 5 ms.
  '--max-semi-space-size=8',
  // A heap may double before all of it is collected. V8's own measure was less than half of that: with uploads counted as part of it, the
  // main thread stood still for 5 to 10 ms every three seconds, light threads more often.
  '--heap-growing-percent=100',
  // V8 collects garbage and compiles for all threads in four threads of its own, which niceness does not reach: on two cores the event loop
  // waited longer for these than for anything else. So it has one.
  '--v8-pool-size=1',
];
