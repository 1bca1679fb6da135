import type { PublicWorker } from '@atelier/contracts/assistants/workers/worker-access';
import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { agentsState } from '../../../../lib/account/agents-state.ts';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Logo } from '../../../../ui/theme/logo.tsx';
import { giveFiles, useGiveText, usePublicWorker } from './api.ts';
import { GiveForm, type Given } from './give-form.tsx';
import { OwnRecord } from './own-record.tsx';
import { addOwnRecords, readOwnRecords } from './own-records.ts';
import classes from './visitors.module.css';

const useGive = (workerId: string) => {
  const [records, setRecords] = useState(() => readOwnRecords(workerId));
  const [problems, setProblems] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const text = useGiveText();
  const send = async ({ text: input, files }: Given) => {
    if (files.length === 0) {
      const made = await text.mutateAsync({ body: { workerId, input } });
      return { records: [made], refused: [] };
    }
    return giveFiles(workerId, files, input);
  };
  const give = async (given: Given): Promise<boolean> => {
    setIsBusy(true);
    setProblems([]);
    try {
      const taken = await send(given);
      setRecords(addOwnRecords(workerId, taken.records));
      setProblems(taken.refused.map(({ name, message }) => `“${name}” was not taken. ${message}`));
      return taken.records.length > 0;
    } catch (error) {
      setProblems([describeError(error).message]);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { records, problems, isBusy, give };
};

const Desk = ({ worker }: { worker: PublicWorker }) => {
  const { records, problems, isBusy, give } = useGive(worker.workerId);
  return (
    <>
      <title>{worker.name}</title>
      <h1 className="break-anywhere below-2">{worker.name}</h1>
      {worker.description === '' ? null : (
        <p className="break-anywhere muted pre-wrap below-4">{worker.description}</p>
      )}
      {worker.isPaused ? (
        <p className="warning below-4 warning-box pad-3-4" role="status">
          This agent is paused. What you send waits until it goes on.
        </p>
      ) : null}
      <GiveForm isBusy={isBusy} onGive={give} />
      {problems.length === 0 ? null : (
        <ul className={`stack-2 danger no-pad no-bullets ${classes.problems}`} role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <section aria-label="Results">
        <h2>Results</h2>
        {records.length === 0 ? (
          <p className="muted margin-top-2">
            Send a text or a file. Its result appears here, and only you see it. Keep this tab open until you
            have saved it.
          </p>
        ) : (
          <ul className="stack-2 bare">
            {records.map((kept) => (
              <OwnRecord key={kept.recordId} kept={kept} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
};

/** The screen of a public worker: whoever has its link gives it work and sees their own results, without an account (ROUTE-29). */
export const PublicAgentScreen = () => {
  // The state lies outside React.
  useEffect(() => {
    agentsState.set({ isPublicAgent: true });
    return () => agentsState.set({ isPublicAgent: false });
  }, []);
  const query = usePublicWorker(usePathParam('agentId'));
  const isGone = query.error !== null && describeError(query.error).status === 404;
  if (isGone) return <Navigate to="/agent-not-found" replace />;
  return (
    <div className="surface screen-high">
      <header className={`flex align-center ${classes.header}`}>
        <Logo />
      </header>
      <main className={classes.main}>
        <QueryView query={query}>{(worker) => <Desk worker={worker} />}</QueryView>
      </main>
    </div>
  );
};
