import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowDetails, FlowProblem, StepTest } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { placeBeside } from '@atelier/flows/operations';
import { useMemo, useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { useTestStep } from '../api.ts';
import type { CardView } from '../model/card-view.ts';
import type { FlowEditor } from '../model/flow-editor.ts';
import { pickableValues } from '../model/pickable.ts';
import { StepContext } from '../step/step-context.ts';
import { StepPanel } from '../step/step-panel.tsx';
import { TestStep } from '../step/test-step.tsx';
import { TriggerPanel } from '../step/trigger-panel.tsx';
import type { Commands } from './use-commands.ts';

interface StepSideProps {
  /** The name of the opened step or trigger. */
  name: string;
  flow: Flow;
  saved: FlowDetails;
  problems: readonly FlowProblem[];
  view: CardView | undefined;
  editor: FlowEditor;
  commands: Commands;
  pieces: readonly PieceDescription[];
  isReadOnly: boolean;
  /** True where it lies in a drawer, which has a button to close it. */
  isInDrawer: boolean;
}

/** Tests a step on the saved draft, and keeps its value as its example. */
const useStepTest = (name: string, flowId: string, editor: FlowEditor) => {
  const [result, setResult] = useState<StepTest>();
  const test = useTestStep();
  const keep = (outcome: StepTest) => {
    setResult(outcome);
    if (!outcome.ok) return;
    const step = editor.getState().flow.steps[name];
    if (step) editor.change([{ type: 'UPDATE_STEP', step: { ...step, sample: outcome.output } }]);
  };
  const run = async () => {
    if (await editor.saveNow()) {
      test.mutate({ params: { id: flowId }, body: { stepName: name } }, { onSuccess: keep });
    }
  };
  return {
    onTest: () => void run(),
    isTesting: test.isPending,
    result,
    failure: test.error ? describeError(test.error).message : undefined,
  };
};

const Test = ({ name, flow, saved, editor }: Pick<StepSideProps, 'name' | 'flow' | 'saved' | 'editor'>) => (
  <TestStep {...useStepTest(name, saved.flowId, editor)} sample={flow.steps[name]?.sample} />
);

const Step = (props: StepSideProps & { step: FlowStep; onClose: (() => void) | undefined }) => {
  const { name, step, flow, saved, problems, view, editor, commands, isReadOnly, onClose } = props;
  const beside = (direction: 'up' | 'down') => {
    const place = placeBeside(flow, name, direction);
    return place && (() => commands.move(name, place));
  };
  const canTest = !isReadOnly && (step.type === 'PIECE' || step.type === 'CODE');
  return (
    <StepPanel
      step={step}
      subtitle={view?.subtitle ?? ''}
      problems={problems}
      commands={{
        moveUp: beside('up'),
        moveDown: beside('down'),
        duplicate: () => commands.duplicate(name),
        remove: () => commands.remove(name),
        addBranch: (at, branch) => editor.change([{ type: 'ADD_BRANCH', step: name, at, branch, steps: [] }]),
        chooseAction: step.type === 'PIECE' ? () => commands.setChoosing({ action: name }) : undefined,
        removeBranch: (at) => editor.change([{ type: 'DELETE_BRANCH', step: name, at }]),
      }}
      onChange={(next, key) => editor.change([{ type: 'UPDATE_STEP', step: next }], key)}
      onClose={onClose}
      test={canTest ? <Test name={name} flow={flow} saved={saved} editor={editor} /> : null}
    />
  );
};

const Trigger = (props: StepSideProps & { trigger: FlowTrigger; onClose: (() => void) | undefined }) => {
  const { name, trigger, saved, problems, view, editor, commands, onClose } = props;
  return (
    <TriggerPanel
      trigger={trigger}
      subtitle={view?.subtitle ?? ''}
      problems={problems}
      flowId={saved.flowId}
      webhook={{ url: saved.webhookUrl, syncUrl: saved.webhookSyncUrl }}
      onChange={(next, key) => editor.change([{ type: 'UPDATE_TRIGGER', trigger: next }], key)}
      onChoose={() => commands.setChoosing({ trigger: name })}
      onAddTrigger={commands.addTrigger}
      onRemove={name === 'trigger' ? undefined : () => commands.removeTrigger(name)}
      onClose={onClose}
    />
  );
};

/** The opened step or trigger, beside the canvas. */
export const StepSide = (props: StepSideProps) => {
  const { name, flow, commands, pieces, isReadOnly, isInDrawer } = props;
  const step = flow.steps[name];
  const trigger = flow.triggers.find((it) => it.name === name);
  const groups = useMemo(() => pickableValues(flow, name, pieces), [flow, name, pieces]);
  const own = {
    ...props,
    problems: props.problems.filter((it) => it.step === name),
    onClose: isInDrawer
      ? undefined
      : () => {
          commands.select(null);
          commands.goTo(name);
        },
  };
  return (
    <StepContext value={{ groups, pieces, isReadOnly }}>
      {step ? <Step key={name} {...own} step={step} /> : null}
      {trigger ? <Trigger key={name} {...own} trigger={trigger} /> : null}
    </StepContext>
  );
};
