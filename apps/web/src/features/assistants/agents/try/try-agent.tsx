import type { TaskDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { longestTask } from '@atelier/contracts/assistants/agents/agent-runs';
import type { Agent } from '@atelier/contracts/assistants/agents/agent-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { AgentRunView } from '../runs/agent-run-view.tsx';
import { useStartAgent } from '../runs/list-api.ts';
import { SampleDocument } from './sample-document.tsx';

interface Task {
  input: string;
  documents: TaskDocument[];
}

/** Those who may change an agent try the newest draft; others run what is published. */
const chooseEnvironment = ({ abilities }: Agent) =>
  abilities['canWrite'] === true ? ('TESTING' as const) : ('PRODUCTION' as const);

const useTrial = (agent: Agent) => {
  const [runId, setRunId] = useUrlState('run');
  const [latest, setLatest] = useState<Task>();
  const start = useStartAgent();
  const run = (task: Task) => {
    setLatest(task);
    start.mutate(
      { body: { agentId: agent.agentId, environment: chooseEnvironment(agent), ...task } },
      { onSuccess: (started) => setRunId(started.runId) },
    );
  };
  return { runId, setRunId, latest, start, run };
};

interface TaskFormProps {
  hint: string;
  isBusy: boolean;
  onRun: (task: Task) => void;
}

const TaskForm = ({ hint, isBusy, onRun }: TaskFormProps) => {
  const [input, setInput] = useState('');
  const [document, setDocument] = useState<TaskDocument | null>(null);
  const isReady = input.trim() !== '' && !isBusy;
  const send = () => {
    if (isReady) onRun({ input: input.trim(), documents: document === null ? [] : [document] });
  };
  return (
    <form
      className="stack-3 one-column"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        label="Task"
        description={hint}
        placeholder="What should the agent do?"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longestTask}
        value={input}
        onChange={(event) => setInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="wrap-2 between align-start">
        <SampleDocument document={document} onChange={setDocument} />
        <Button
          type="submit"
          leftSection={<IconPlayerPlay size={16} />}
          loading={isBusy}
          disabled={!isReady && !isBusy}
        >
          Run
        </Button>
      </div>
    </form>
  );
};

/** Tries an agent: a task, with a sample document if wanted, and the run below, live (AGENT-15). */
export const TryAgent = ({ agent }: { agent: Agent }) => {
  const { runId, setRunId, latest, start, run } = useTrial(agent);
  const isTest = chooseEnvironment(agent) === 'TESTING';
  return (
    <Panel title="Try it">
      <div className="stack-4 one-column">
        <TaskForm
          hint={
            isTest
              ? 'The draft runs as it is saved, with real tools and real credits.'
              : 'The published version runs, with real tools and real credits.'
          }
          isBusy={start.isPending}
          onRun={run}
        />
        {start.error === null ? null : (
          <p role="alert" className="failure">
            {describeError(start.error).message}
          </p>
        )}
        {runId === '' ? null : (
          <AgentRunView
            key={runId}
            runId={runId}
            onContinued={setRunId}
            onAgain={latest === undefined ? undefined : () => run(latest)}
          />
        )}
      </div>
    </Panel>
  );
};
