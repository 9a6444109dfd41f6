/** How fresh what is shown is: “Not live since …”. */
export const live = {};
