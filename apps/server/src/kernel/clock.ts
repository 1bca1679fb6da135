/** Where the time comes from, so that tests can set it. */
export type Clock = { now(): Date };

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export const fixedClock = (start: Date): Clock & { advance(milliseconds: number): void } => {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
};
