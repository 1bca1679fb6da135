/** A call reads one part; a longer document than all parts together is read at places spread over it. */
export const summaryBudget = { parts: 12, partCharacters: 20_000, sections: 60, replyTokens: 500 };
