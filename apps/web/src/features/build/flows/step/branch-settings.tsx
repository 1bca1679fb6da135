import type {
  FlowStep,
  ParallelStep,
  RouterBranch,
  RouterStep,
} from '@atelier/contracts/build/flows/flow-model';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { newCondition } from '../model/condition-words.ts';
import { ConditionsEditor } from './conditions-editor.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';

interface BranchHeadProps {
  number: number;
  name: string;
  onRename: (name: string) => void;
  /** Undefined where the branch has to stay. */
  onRemove: (() => void) | undefined;
}

const BranchHead = ({ number, name, onRename, onRemove }: BranchHeadProps) => {
  const { isReadOnly } = useStepContext();
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.grow ?? ''}
        label={`Name of branch ${number}`}
        readOnly={isReadOnly}
        maxLength={100}
        value={name}
        onChange={(event) => onRename(event.currentTarget.value)}
      />
      {onRemove && !isReadOnly ? (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={`Remove branch ${number} with its steps`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
};

interface BranchSettingsProps<S extends FlowStep> {
  step: S;
  onChange: (step: S) => void;
  /** Removes a branch with the steps in it. */
  onRemoveBranch: (branch: number) => void;
}

const AddBranch = ({ onAdd }: { onAdd: () => void }) =>
  useStepContext().isReadOnly ? null : (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
      Add a branch
    </Button>
  );

export const ParallelSettings = ({ step, onChange, onRemoveBranch }: BranchSettingsProps<ParallelStep>) => (
  <div className={classes.panel}>
    <p className={classes.note}>
      All branches run at the same time. The next step runs once, after the last of them has ended.
    </p>
    <ul className={classes.branches}>
      {step.branches.map((branch, index) => (
        <li key={index} className={classes.branch}>
          <BranchHead
            number={index + 1}
            name={branch.branchName}
            onRename={(branchName) =>
              onChange({ ...step, branches: step.branches.with(index, { ...branch, branchName }) })
            }
            onRemove={step.branches.length > 1 ? () => onRemoveBranch(index) : undefined}
          />
        </li>
      ))}
    </ul>
    <AddBranch
      onAdd={() =>
        onChange({
          ...step,
          branches: [...step.branches, { branchName: `Branch ${step.branches.length + 1}`, body: null }],
        })
      }
    />
  </div>
);

/** A new branch stands before the one for everything else, so that the order of the branches is the order of judging. */
const withNewBranch = (branches: readonly RouterBranch[]): RouterBranch[] => {
  const added: RouterBranch = {
    branchName: `Branch ${branches.length}`,
    branchType: 'CONDITION',
    conditions: [[newCondition()]],
    body: null,
  };
  const at = branches.findIndex(({ branchType }) => branchType === 'FALLBACK');
  return at < 0 ? [...branches, added] : branches.toSpliced(at, 0, added);
};

export const RouterSettings = ({ step, onChange, onRemoveBranch }: BranchSettingsProps<RouterStep>) => {
  const { isReadOnly } = useStepContext();
  const set = (index: number, branch: RouterBranch) =>
    onChange({ ...step, branches: step.branches.with(index, branch) });
  return (
    <div className={classes.panel}>
      <NativeSelect
        label="Which branches run"
        disabled={isReadOnly}
        data={[
          { value: 'EXECUTE_FIRST_MATCH', label: 'The first one whose conditions hold' },
          { value: 'EXECUTE_ALL_MATCH', label: 'All whose conditions hold, one after the other' },
        ]}
        value={step.settings.executionType}
        onChange={({ currentTarget }) => {
          const isAll = currentTarget.value === 'EXECUTE_ALL_MATCH';
          const executionType = isAll ? 'EXECUTE_ALL_MATCH' : 'EXECUTE_FIRST_MATCH';
          onChange({ ...step, settings: { executionType } });
        }}
      />
      <ul className={classes.branches}>
        {step.branches.map((branch, index) => (
          <li key={index} className={classes.branch}>
            <BranchHead
              number={index + 1}
              name={branch.branchName}
              onRename={(branchName) => set(index, { ...branch, branchName })}
              onRemove={step.branches.length > 1 ? () => onRemoveBranch(index) : undefined}
            />
            {branch.branchType === 'FALLBACK' ? (
              <p className={classes.note}>Runs when the conditions of no other branch hold.</p>
            ) : (
              <ConditionsEditor
                conditions={branch.conditions}
                onChange={(conditions) => set(index, { ...branch, conditions })}
              />
            )}
          </li>
        ))}
      </ul>
      <AddBranch onAdd={() => onChange({ ...step, branches: withNewBranch(step.branches) })} />
    </div>
  );
};
