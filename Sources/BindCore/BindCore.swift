// BindCore
