/** A private PostgreSQL for tests. `pause` and `resume` take it away and bring it back; `stop` deletes it. */
export interface TestCluster {
  /** Its administrator. */
  url: string;
  pause(): void;
  /** Like `pause`, without a clean end. */
  crash(): void;
  resume(): void;
  stop(): void;
}
/** @param binaries the folder with initdb and pg_ctl */
/** @param options `durable` keeps each commit through a crash of PostgreSQL */
export function startCluster(
  binaries: string | undefined,
  options?: { durable?: boolean },
): Promise<TestCluster>;
/** Deletes a folder in a process of its own, for which nobody waits. */
export function removeBehind(folder: string): void;
