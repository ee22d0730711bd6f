export const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
