import { IconShieldQuestion } from '@tabler/icons-react';
import { formatCount } from '../../../../lib/format.ts';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useWaitingCount } from './waiting-api.ts';

/** Leads to the approvals while something waits for a decision; nothing otherwise. */
export const WaitingNote = () => {
  const count = useWaitingCount();
  if (count === 0) return null;
  return (
    <p className="line-2 warning-box warning below-3 pad-3-4" role="status">
      <IconShieldQuestion size={18} aria-hidden="true" />
      <TextLink to="/approvals">
        {formatCount(count, 'step waits', 'steps wait')} for the decision of a person
      </TextLink>
    </p>
  );
};
