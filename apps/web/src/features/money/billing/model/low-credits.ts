/** Below this many credits the balance counts as low (CREDIT-02). */
export const lowCreditThreshold = 1000;
