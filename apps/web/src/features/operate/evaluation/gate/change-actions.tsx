import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';

export interface ChangeActionsProps {
  /** The verb for the change. */
  verb: 'Save' | 'Publish';
  /** Does it: because the tests were passed, or because an owner wants it. */
  onSave: (isOverride: boolean) => Promise<unknown>;
  onClose: () => void;
  /** The questions that are answered worse; undefined while nothing is known. */
  worse: number | undefined;
  isBusy: boolean;
  /** The action that comes before these. */
  children?: ReactNode;
}

/** The object of the change, in one word. */
const changed = { Save: 'settings', Publish: 'draft' } as const;

/** Saves or publishes a change that has passed, or, for owners, one that has not. */
export const ChangeActions = ({ verb, onSave, onClose, worse, isBusy, children }: ChangeActionsProps) => {
  const isOwner = useMay()('tenant:own');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const save = (isOverride: boolean) => {
    setSaving(true);
    setFailure(undefined);
    onSave(isOverride)
      .then(onClose, setFailure)
      .finally(() => setSaving(false));
  };
  const hasPassed = worse === 0;
  return (
    <>
      {worse !== undefined && worse > 0 && !isOwner ? (
        <p className="note">
          Change the {changed[verb]}, or ask an owner to {verb.toLowerCase()} anyway.
        </p>
      ) : null}
      <FormFailure failure={failure === undefined ? undefined : describeError(failure)} />
      <div className="wrap-2 justify-end">
        <Button variant="default" onClick={onClose}>
          Back to the {changed[verb]}
        </Button>
        {hasPassed ? (
          <Button loading={isSaving} onClick={() => save(false)}>
            {verb}
          </Button>
        ) : null}
        {!hasPassed && isOwner && !isBusy ? (
          <Button color="red" variant="light" loading={isSaving} onClick={() => save(true)}>
            {verb} anyway
          </Button>
        ) : null}
        {children}
      </div>
    </>
  );
};
