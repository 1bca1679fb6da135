/** A queue with one reader. */
export type Mailbox<Mail> = {
  put(mail: Mail): void;
  /** The next mail in order, or null after `ms` without one. */
  take(ms: number): Promise<Mail | null>;
};

export function createMailbox<Mail>(): Mailbox<Mail> {
  const waiting: Mail[] = [];
  let reader: ((mail: Mail | null) => void) | null = null;
  return {
    put(mail) {
      if (reader === null) waiting.push(mail);
      else reader(mail);
    },
    async take(ms) {
      const next = waiting.shift();
      if (next !== undefined) return next;
      return new Promise((resolve) => {
        const timer = setTimeout(() => reader?.(null), Math.max(0, ms));
        reader = (mail) => {
          reader = null;
          clearTimeout(timer);
          resolve(mail);
        };
      });
    },
  };
}
