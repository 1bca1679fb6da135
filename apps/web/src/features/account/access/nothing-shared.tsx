import { useUser } from '../../../lib/account/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { AppsIllustration } from '../../../ui/theme/illustrations.tsx';
import { AskForAccess } from '../people/index.ts';

/** Shown instead of an empty list to users who see only what has been shared with them (ROLE-11). */
export const NothingShared = ({ what }: { what: 'agents and apps' | 'apps' | 'knowledge bases' }) => {
  const { tenantName } = useUser();
  return (
    <EmptyState
      illustration={<AppsIllustration />}
      title="Nothing is shared with you yet"
      action={<AskForAccess />}
    >
      {`You see the ${what} that somebody gives you access to. Ask an owner, admin or builder of ${tenantName}; they find it under “Access”.`}
    </EmptyState>
  );
};
