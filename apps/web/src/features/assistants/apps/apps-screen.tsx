import { useMay } from '../../../lib/account/session.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { ListScreen } from './list/list-screen.tsx';
import { NewApp } from './new/new-app.tsx';

/** `/apps`: the list of apps, or the wizard for a new one with `?new=1`. */
export const AppsScreen = () => {
  const mayMake = useMay()('apps:write');
  const [isNew, setNew] = useUrlState('new', '', { isPlace: true });
  if (isNew !== '' && mayMake) return <NewApp onCancel={() => setNew('')} />;
  return <ListScreen onNew={mayMake ? () => setNew('1') : undefined} />;
};
