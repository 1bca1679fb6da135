import { Button } from '@mantine/core';
import { useResume } from './api.ts';

/** Revokes the cancellation of a plan while its period runs. */
export const ResumePlan = ({ planId }: { planId: string }) => {
  const resume = useResume();
  return (
    <Button loading={resume.isPending} onClick={() => resume.mutate({ body: { planId } })}>
      Resume the plan
    </Button>
  );
};
