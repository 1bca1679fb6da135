/** A private PostgreSQL for tests. `pause` and `resume` take it away and bring it back; `stop` deletes it. */
export interface TestCluster {
  /** Its administrator. */
  url: string;
  pause(): void;
  resume(): void;
  stop(): void;
}
/** @param binaries the folder with initdb and pg_ctl */
export function startCluster(binaries: string | undefined): Promise<TestCluster>;
