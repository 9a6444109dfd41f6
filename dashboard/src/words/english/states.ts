/** Empty, loading, forbidden, broken: panels that any page may show. */
export const states = {};
