import { flowWebhooks } from '@atelier/contracts/assistants/flows/flow-webhooks';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { useWrite } from '../../../../lib/query.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { AuthLayout } from '../../../account/identity/index.ts';
import classes from './approvals.module.css';

/**
 * `/resume/{token}`: what a browser shows at the address of a waiting run. Only its button continues the run, because mail scanners and
 * previews open every link. The query is passed on: it is what the flow reads.
 */
export const ResumeScreen = () => {
  const token = usePathParam('token');
  const resuming = useWrite(flowWebhooks.endpoints.resume);
  const query = Object.fromEntries(new URLSearchParams(window.location.search));
  return (
    <AuthLayout title="Continue the flow" description="A flow waits here until somebody lets it go on.">
      {resuming.error ? (
        <ErrorState compact error={resuming.error} title="The flow could not be continued" />
      ) : null}
      {resuming.isSuccess ? (
        <p role="status" className={classes.ending}>
          The flow goes on. You can close this page.
        </p>
      ) : (
        <Button
          size="md"
          fullWidth
          leftSection={<IconPlayerPlay size={18} />}
          loading={resuming.isPending}
          onClick={() => resuming.mutate({ params: { token }, query })}
        >
          Continue
        </Button>
      )}
    </AuthLayout>
  );
};
