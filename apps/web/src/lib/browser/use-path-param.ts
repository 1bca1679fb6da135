import { useParams } from '@tanstack/react-router';

/** Returns a parameter of the address, for example `id` of `/knowledge-base/$id`. */
export const usePathParam = (name: string): string => {
  const params: Record<string, unknown> = useParams({ strict: false });
  const value = params[name];
  return typeof value === 'string' ? value : '';
};
