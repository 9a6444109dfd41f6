import { asRead } from '@sign-display/contracts/allowed-characters';

/** The form in which texts are searched: as people read them, without accents and capitals (G21). Pure. */
export const searchForm = (text: string): string => asRead(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
