import type { AddOn } from '@atelier/contracts/money/billing';
import { Button } from '@mantine/core';
import { useMay } from '../../../lib/account/session.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ModelsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useAddOns, useBuyAddOn } from './api.ts';
import { formatMoney } from './model/money.ts';
import classes from './payments.module.css';

interface AddOnRowProps {
  addOn: AddOn;
  currency: string;
}

const AddOnRow = ({ addOn, currency }: AddOnRowProps) => {
  const buy = useBuyAddOn();
  const mayPay = useMay()('billing:write');
  return (
    <li className={`flex flex-wrap align-center ${classes.addOn}`}>
      <div className={`stack-1 min-0 ${classes.addOnWords}`}>
        <strong>{addOn.name}</strong>
        <span className="muted small">{addOn.description}</span>
      </div>
      <span className={`tabular bold ${classes.price}`}>{formatMoney(addOn.price, currency)}</span>
      {mayPay ? (
        <Button
          variant="default"
          loading={buy.isPending}
          aria-label={`Buy ${addOn.name}`}
          onClick={() => buy.mutate({ body: { addOnId: addOn.addOnId } })}
        >
          Buy
        </Button>
      ) : null}
    </li>
  );
};

const nothingForSale = (
  <EmptyState compact illustration={<ModelsIllustration />} title="No add-ons">
    This server sells plans only. A larger plan brings more credits.
  </EmptyState>
);

/** The add-ons that can be bought in addition to the plan (BILLING-08). */
export const AddOnsPanel = () => {
  const query = useAddOns();
  return (
    <Panel title="Add-ons" description="Bought once and used when the credits of the plan are gone.">
      <QueryView query={query} isEmpty={({ addOns }) => addOns.length === 0} empty={nothingForSale}>
        {({ addOns, currency }) => (
          <ul className="stack bare">
            {addOns.map((addOn) => (
              <AddOnRow key={addOn.addOnId} addOn={addOn} currency={currency} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
};
