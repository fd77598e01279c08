// BindLua
