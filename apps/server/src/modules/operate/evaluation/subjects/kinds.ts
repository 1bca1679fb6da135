import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/find-entities.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { testedAgents } from './agents.ts';
import { testedApps } from './apps.ts';
import type { Subject, TestedKind } from './subject.ts';

/** Returns the way in which a subject is tested. */
export const testedKindFor = ({ kind }: Pick<Subject, 'kind'>): TestedKind =>
  kind === 'APP' ? testedApps : testedAgents;

/** Agents and crews are told from apps by their ids, as the scope of a run has nothing else. */
const kindOfId = (id: string): TestedKind => (/^(?:agt|crw)_/.test(id) ? testedAgents : testedApps);

/** Shows runs under the app or the agent (their scope) that they test; `parameter` opens the test (their subject) on its page. */
export const testsAsSubjects =
  (parameter: 'tab=tests&run' | 'tab=attacks&attack') =>
  async (tx: TxCtx, runs: readonly RunSubject[]): Promise<Map<string, ShownSubject>> => {
    const names = await findEntityNames(
      tx,
      runs.map(({ scopeId }) => scopeId),
    );
    return new Map(
      runs.flatMap(({ subjectId, scopeId }) => {
        const name = names.get(scopeId);
        if (name === undefined) return [];
        const address = kindOfId(scopeId).address(scopeId, `${parameter}=${subjectId}`);
        return [[subjectId, { name, address }] as const];
      }),
    );
  };
