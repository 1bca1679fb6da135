import { people } from '@atelier/contracts/account/people/people';
import { useSession } from '../../lib/account/session.ts';
import { useWrite } from '../../lib/query.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';

/**
 * Switches to another tenant. The new session brings `tenantId`, `role` and `selectedUser`. The cached data of the previous tenant is
 * dropped, and the frame begins again at `/` (TENANT-07, TENANT-08, TENANT-09).
 */
export const useSwitchTenant = () => {
  const { begin } = useSession();
  const { mutate, isPending } = useWrite(people.endpoints.switchTenant, {
    toastFailure: true,
    onSuccess: ({ user }) => {
      begin(user);
      toastSuccess('Account switched successfully');
    },
  });
  return { switchTo: (tenantId: string) => mutate({ body: { tenantId } }), isPending };
};
