import { IconLock, IconWorld } from '@tabler/icons-react';

/** Shows who may use an app or an agent, as text with an icon. */
export const AccessBadge = ({ access }: { access: 'PUBLIC' | 'PRIVATE' }) => {
  const Icon = access === 'PUBLIC' ? IconWorld : IconLock;
  return (
    <span className="inline-1 muted small no-wrap">
      <Icon size={14} aria-hidden="true" />
      {access === 'PUBLIC' ? 'Public' : 'Private'}
    </span>
  );
};
