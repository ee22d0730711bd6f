/** In the place of what only the server imports by « #drawn ». */
export default null;
