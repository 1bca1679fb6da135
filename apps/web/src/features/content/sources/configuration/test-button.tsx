import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlugConnected } from '@tabler/icons-react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { useTestSource } from '../api.ts';
import classes from './configuration.module.css';
import type { SourceForm } from './use-source-forms.ts';

interface TestButtonProps {
  type: ImportType;
  form: SourceForm;
}

/** Tries to reach the source with the current values, and shows the result. */
export const TestButton = ({ type, form }: TestButtonProps) => {
  const test = useTestSource();
  const { settings, connectionId } = form.draft;
  const body = { type, settings, connectionId };
  // A result only applies to the settings that it was made with.
  const isCurrent = JSON.stringify(test.variables?.body) === JSON.stringify(body);
  const run = () => {
    if (form.judge()) test.mutate({ body });
    else test.reset();
  };
  return (
    <div className="stack-2 items-start">
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} />}
        loading={test.isPending}
        onClick={run}
      >
        Test
      </Button>
      <div className={classes.verdict} role="status">
        {test.isSuccess && isCurrent ? (
          <span className={`beside-2 break-anywhere success small flex-start ${classes.success}`}>
            <IconCircleCheck size={18} aria-hidden="true" />
            {test.data.message}
          </span>
        ) : null}
      </div>
      <FormFailure failure={test.isError && isCurrent ? describeError(test.error) : undefined} />
    </div>
  );
};
