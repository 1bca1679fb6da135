import { useUser } from '../../../lib/account/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { AppsIllustration } from '../../../ui/theme/illustrations.tsx';
import { AskForAccess } from '../people/index.ts';

interface NothingSharedProps {
  /** The kind of things that are missing, in the plural; left out where nothing of any kind is shared. */
  what?: string;
  /** For use inside a list of a page. */
  compact?: boolean;
}

/** Shown instead of an empty list to users who see only what has been shared with them (ROLE-11). */
export const NothingShared = ({ what, compact = false }: NothingSharedProps) => {
  const { tenantName } = useUser();
  return (
    <EmptyState
      illustration={<AppsIllustration />}
      compact={compact}
      title={what === undefined ? 'Nothing is shared with you yet' : `No ${what} are shared with you yet`}
      action={compact ? undefined : <AskForAccess />}
    >
      {`You see the ${what ?? 'apps, agents, workers and other things'} that somebody gives you access to. Ask an owner, admin or builder of ${tenantName}; they find it under “Access”.`}
    </EmptyState>
  );
};
