/** How invoices are paid on this server, as whoever runs it says, or that they will. */
export const HowToPay = ({ note }: { note: string | null | undefined }) => (
  <p>{note ?? 'The people who run this server send you the payment details.'}</p>
);
