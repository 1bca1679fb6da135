/** The operator's instructions for paying invoices. Without any, it says that the operator sends the details. */
export const HowToPay = ({ note }: { note: string | null | undefined }) => (
  <p>{note ?? 'The operator of this server sends you the payment details.'}</p>
);
