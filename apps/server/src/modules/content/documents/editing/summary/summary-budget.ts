/** Each call reads one part. Of a document longer than all parts together, sections spread evenly over it are read. */
export const summaryBudget = { parts: 12, partCharacters: 20_000, sections: 60, replyTokens: 500 };
