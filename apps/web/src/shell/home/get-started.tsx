import { Button } from '@mantine/core';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './home.module.css';
import type { NextStep } from './next-steps.ts';

/** The onboarding steps. The first open one carries its action. */
export const GetStarted = ({ steps }: { steps: NextStep[] }) => {
  const navigate = useNavigate();
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <Panel
      title="Get started"
      description="A few steps to an assistant that answers from your own documents, with its sources."
      actions={
        <div className={`stack-2 muted tiny tabular ${classes.progress}`}>
          <span>
            {done} of {steps.length}
          </span>
          <ProgressBar value={done / steps.length} label="Steps done" />
        </div>
      }
      flush
    >
      <ol className="bare">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={`flex flex-wrap align-center ${classes.step}`}
            data-state={step.isDone ? 'done' : step === next ? 'next' : 'ahead'}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={`tile muted small bold round ${classes.number}`}>
              {step.isDone ? <IconCheck size={16} stroke={2.5} aria-label="Done" /> : index + 1}
            </span>
            <div className={classes.words}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
            {step === next ? (
              <Button
                rightSection={<IconArrowRight size={16} />}
                onClick={() => void navigate({ href: step.to })}
              >
                {step.action}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
};
