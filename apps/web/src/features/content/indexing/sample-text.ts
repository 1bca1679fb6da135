/** A short handbook with headings, a list and a table, on which each strategy shows what it does. */
export const sampleText = `# Working time

## Leave

Everybody has 25 days of leave a year. Whoever joins during a year has a share of them. Leave is asked for two weeks before, in the calendar of the team. Days that are left at the end of the year can be taken until the end of March.

Half days are possible. They count from noon, and nobody needs a reason for them.

## Illness

Whoever is ill says so before nine o'clock. From the third day on a doctor's note is needed. It goes to people@example.com, not to the team.

---

# Travel

Trips are booked at https://travel.example.com. The train is preferred to the plane wherever it takes less than six hours.

| City | Night | Day |
|---|---|---|
| Berlin | 140 | 28 |
| Paris | 190 | 45 |
| Vienna | 150 | 35 |

- Keep every receipt.
- Hand them in within a month.
- Ask before you book a room that costs more.
`;
