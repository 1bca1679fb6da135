import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { Button, Group } from '@mantine/core';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { useSwitchHook } from '../api.ts';
import classes from './sources.module.css';

/** Shows the address at which other programs send documents to a webhook source. */
export const HookPanel = ({ source }: { source: Source }) => {
  const change = useSwitchHook();
  const isOn = source.hook?.isOn ?? false;
  const set = (body: { isOn: boolean; renew: boolean }) =>
    change.mutate({ params: { sourceId: source.sourceId }, body });
  const address = change.data?.address;
  return (
    <section className={`stack-3 ${classes.hook}`} aria-label="Inbound address">
      <p>
        {isOn
          ? 'Other programs may send documents to the address of this source. A new address ends the old one.'
          : 'Other programs can send documents by themselves, to an address with a secret of its own.'}
      </p>
      {address ? (
        <div className="line-2">
          <code className="break-anywhere tiny">{address}</code>
          <CopyButton value={address} label="Copy address" />
        </div>
      ) : null}
      {address ? <p>Copy it now: it is shown only once.</p> : null}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => set({ isOn: true, renew: isOn })}
        >
          {isOn ? 'Make a new address' : 'Make an address'}
        </Button>
        {isOn ? (
          <Button size="xs" variant="subtle" onClick={() => set({ isOn: false, renew: false })}>
            Switch it off
          </Button>
        ) : null}
      </Group>
    </section>
  );
};
